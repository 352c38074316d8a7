package dev.guildhall.core;

import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ModelInfo;
import dev.guildhall.testkit.ScriptedChatModel;
import java.util.List;
import java.util.function.Function;

/** A scripted model with another provider's name, which counts as a real model. */
public class NamedModel implements ChatModel {
    private final ScriptedChatModel script;

    public NamedModel(Function<CompletionRequest, Completion> answer) {
        script = new ScriptedChatModel(answer);
    }

    @Override
    public String provider() {
        return "sage";
    }

    @Override
    public String defaultModel() {
        return script.defaultModel();
    }

    @Override
    public List<ModelInfo> models() {
        return script.models();
    }

    @Override
    public Completion complete(CompletionRequest request) {
        return script.complete(request);
    }

    @Override
    public Completion stream(CompletionRequest request, ChunkSink sink) {
        return script.stream(request, sink);
    }
}
