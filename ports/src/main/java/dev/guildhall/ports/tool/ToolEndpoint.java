package dev.guildhall.ports.tool;

import dev.guildhall.ports.connection.ConsentGateway;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.connection.Integration;
import java.util.List;
import java.util.Optional;

/** Driven port: one integration, and the way to its tools. Never called inside a transaction. Thread-safe. */
public interface ToolEndpoint {
    /** What it is. Does not block; stays the same as long as the process runs. */
    Integration integration();

    /**
     * The tools that it offers now, names unique. Blocks, within bounds of time and size, where they must be asked for.
     * Versions of the same definition are the same every time.
     *
     * @param credential somebody's, for an integration that shows its tools only to those it knows; it is absent at start
     * @throws dev.guildhall.ports.problem.Refusal with {@code ToolProblem.IntegrationUnavailable} when that cannot be
     *     learnt at the moment
     */
    List<ToolDefinition> tools(Optional<Credential> credential);

    /**
     * Calls a tool. Blocks; interrupting the thread ends it early with a {@link FailureKind#CANCELLED} failure. Never
     * throws for what the outside does.
     *
     * @return what it answered, bounded in size; a tool that is not one of its own is a {@link FailureKind#UNKNOWN_TOOL}
     *     failure, an answer that says that the credential is not good a {@link FailureKind#UNAUTHORIZED} one
     */
    ToolOutcome invoke(ToolInvocation invocation);

    /** The way to a user's consent; absent where {@link Integration#auth()} is not {@code AuthScheme.OAuth2}. */
    default Optional<ConsentGateway> consent() {
        return Optional.empty();
    }
}
