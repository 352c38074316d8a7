package dev.guildhall.ports.tool;

import dev.guildhall.ports.connection.ConsentGateway;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationLogo;
import dev.guildhall.ports.connection.SignInDemand;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.ToolProblem;
import dev.guildhall.ports.problem.Violation;
import java.util.List;
import java.util.Optional;

/** Driven port: one integration and its tools. Never called inside a transaction. */
public interface ToolEndpoint extends AutoCloseable {
    /**
     * The integration. Does not block; while the process runs only its {@link Integration#auth()} changes, when a server
     * asks for a sign-in.
     */
    Integration integration();

    /**
     * The tools that it offers now, with unique names. Blocks, with limits of time and size, when it has to ask the
     * outside system. The same definition always has the same version.
     *
     * @param credential a user's credential, for an integration that shows its tools only to users it knows; absent
     *     when the server starts
     * @throws dev.guildhall.ports.problem.Refusal with {@code ToolProblem.IntegrationUnavailable} when the outside
     *     system cannot be asked at the moment; with {@code ToolProblem.IntegrationNotConnected} when it wants a
     *     credential, or another one
     */
    List<ToolDefinition> tools(Optional<Credential> credential);

    /**
     * The declared tools that cannot be used, by their names at the outside system, with the reasons; of a server those
     * of its last list, with whatever credential. Does not block.
     */
    default List<Violation> leftOut() {
        return List.of();
    }

    /**
     * The picture that stands for it, as the outside system named it in its last list of tools: at most 256 KiB, a PNG, JPEG,
     * GIF or WebP. Blocks for at most 15 s; an interrupt of the thread ends it early. Empty when there is none that can be
     * used.
     */
    default Optional<IntegrationLogo> logo() {
        return Optional.empty();
    }

    /**
     * Calls a tool. Blocks; an interrupt of the thread ends the call early with a {@link FailureKind#CANCELLED}
     * failure. Failures of the outside system are outcomes, never exceptions.
     *
     * @return the result, with a limited size; for an unknown tool a {@link FailureKind#UNKNOWN_TOOL} failure, for a
     *     refused credential a {@link FailureKind#UNAUTHORIZED} one, for one without the scopes an
     *     {@link FailureKind#INSUFFICIENT_SCOPES} one
     */
    ToolOutcome invoke(ToolInvocation invocation);

    /**
     * Sends another request to a server of the Model Context Protocol. Blocks; an interrupt of the thread ends it early.
     *
     * @return the server's answer
     * @throws dev.guildhall.ports.problem.Refusal with {@code ToolProblem.IntegrationUnavailable} when the server does not
     *     answer, and for every endpoint that is no such server; with {@code ToolProblem.IntegrationNotConnected} or
     *     {@code ToolProblem.InsufficientScopes} when it does not accept the credential
     */
    default ServerReply ask(ServerRequest request) {
        throw new Refusal(new ToolProblem.IntegrationUnavailable(
                integration().name().value(), "it is not a server of the Model Context Protocol"));
    }

    /** What the server asked of a request without a credential that it accepts; empty when it did not. Does not block. */
    default Optional<SignInDemand> demand() {
        return Optional.empty();
    }

    /** Takes what the server asked of another node, or of this one before a restart. Does not block. */
    default void demanded(SignInDemand demand) {}

    /** Requests a user's consent; absent unless {@link Integration#auth()} is {@code AuthScheme.OAuth2}. */
    default Optional<ConsentGateway> consent() {
        return Optional.empty();
    }

    /** What a call of one of its tools does. Does not block. */
    default ToolEffect effect(ToolDefinition definition) {
        return ToolEffect.declared(definition);
    }

    /** Whether its server asked for a sign-in without one being configured. Does not block. */
    default boolean asksForSignIn() {
        return false;
    }

    /** Ends its connections to the outside system; a later request fails. */
    @Override
    default void close() {}
}
