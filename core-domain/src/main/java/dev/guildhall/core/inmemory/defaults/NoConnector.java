package dev.guildhall.core.inmemory.defaults;

import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.model.Deployment;
import dev.guildhall.ports.model.ModelConnector;
import dev.guildhall.ports.model.ModelDefinition;
import dev.guildhall.ports.problem.Refusal;
import java.util.List;

/** Stands where a core reaches no provider. */
public final class NoConnector implements ModelConnector {
    @Override
    public List<ModelDefinition> environment() {
        return List.of();
    }

    @Override
    public Deployment completed(Deployment deployment) {
        throw refusal();
    }

    @Override
    public ChatModel connect(Deployment deployment) {
        throw refusal();
    }

    private static Refusal refusal() {
        return Refusal.invalid("provider", "this core reaches no provider; Parts.modelConnector sets how it does");
    }
}
