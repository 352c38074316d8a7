package dev.guildhall.core.inmemory.defaults;

import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ModelInfo;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import java.util.List;

/** The model of a core without one: every question is refused with the reason. */
public final class NoModel implements ChatModel {
    private static final String NAME = "none";

    @Override
    public String provider() {
        return NAME;
    }

    @Override
    public String defaultModel() {
        return NAME;
    }

    @Override
    public List<ModelInfo> models() {
        return List.of();
    }

    @Override
    public Completion complete(CompletionRequest request) {
        throw refusal();
    }

    @Override
    public Completion stream(CompletionRequest request, ChunkSink sink) {
        throw refusal();
    }

    private static Refusal refusal() {
        return new Refusal(new CompletionProblem.UnknownModel(
                "this core has no model; Parts.chatModel sets the one that it asks"));
    }
}
