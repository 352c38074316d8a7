package dev.guildhall.ports.model;

import dev.guildhall.ports.completion.ChatModel;
import java.util.List;

/** Driven port: makes the clients of deployments. */
public interface ModelConnector {
    /** The models that the configuration of the server defines, the default one first. */
    List<ModelDefinition> environment();

    /**
     * The deployment with the usual address of its provider when it has none, and no slash at the end of the address.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Invalid} naming the field, for an unknown
     *     provider or an address, a key or a dialect that the provider does not take
     */
    Deployment completed(Deployment deployment);

    /**
     * A client of a completed deployment, whose default model is that of the deployment. Sends no request yet. The client
     * need not be closed: its idle connections end by themselves.
     *
     * @throws dev.guildhall.ports.problem.Refusal as {@link #completed}
     */
    ChatModel connect(Deployment deployment);
}
