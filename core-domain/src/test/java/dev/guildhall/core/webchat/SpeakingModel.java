package dev.guildhall.core.webchat;

import dev.guildhall.core.NamedModel;
import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.testkit.ScriptedChatModel;

/** Sends a word, waits, and sends the next one. */
final class SpeakingModel extends NamedModel {
    private final Runnable pause;

    /** @param pause returns when the next word is to be sent */
    SpeakingModel(Runnable pause) {
        super(request -> ScriptedChatModel.says(request, "Once upon"));
        this.pause = pause;
    }

    @Override
    public Completion stream(CompletionRequest request, ChunkSink sink) {
        sink.accept(new Chunk.Text("Once "));
        sink.settle();
        pause.run();
        sink.accept(new Chunk.Text("upon"));
        return complete(request);
    }
}
