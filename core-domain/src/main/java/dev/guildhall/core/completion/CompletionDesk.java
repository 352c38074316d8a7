package dev.guildhall.core.completion;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.Completions;
import dev.guildhall.ports.completion.ModelCatalogue;
import dev.guildhall.ports.completion.TokenAllowance;
import java.util.Optional;

/** Language models for signed-in callers. Thread-safe. */
public final class CompletionDesk implements Completions {
    private final ChatModel model;

    public CompletionDesk(ChatModel model) {
        this.model = model;
    }

    @Override
    public Completion complete(Caller caller, CompletionRequest request) {
        caller.requireUser();
        return model.complete(request);
    }

    @Override
    public Completion stream(Caller caller, CompletionRequest request, ChunkSink sink) {
        caller.requireUser();
        return model.stream(request, sink);
    }

    @Override
    public Optional<TokenAllowance> allowance(Caller caller) {
        caller.requireUser();
        return Optional.empty();
    }

    @Override
    public ModelCatalogue models(Caller caller) {
        caller.requireUser();
        return new ModelCatalogue(model.provider(), model.models());
    }
}
