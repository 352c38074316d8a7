package dev.guildhall.http.account;

import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.model.Deployment;
import dev.guildhall.ports.model.ModelConnector;
import dev.guildhall.ports.model.ModelDefinition;
import dev.guildhall.testkit.ScriptedChatModel;
import java.util.List;

/** Takes every deployment, and makes models that repeat the question. */
final class EchoConnector implements ModelConnector {
    @Override
    public List<ModelDefinition> environment() {
        return List.of();
    }

    @Override
    public Deployment completed(Deployment deployment) {
        return deployment;
    }

    @Override
    public ChatModel connect(Deployment deployment) {
        return ScriptedChatModel.echo();
    }
}
