package dev.guildhall.core.tool.connection;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.connection.Connection;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.problem.Refusal;
import java.util.Optional;

/** What the execution of a tool needs of the caller's connections. Blocks; never called inside a transaction. */
public interface CredentialSource {
    /** The caller's connection to an integration; empty when there is none. */
    Optional<Connection> connectionOf(Caller.User caller, Integration integration);

    /**
     * The same connection with a credential that is good for a while.
     *
     * @throws Refusal with {@code ToolProblem.IntegrationNotConnected} when only the user can help, by connecting again, or
     *     with {@code ToolProblem.IntegrationUnavailable} when the provider cannot be reached
     */
    Connection fresh(Connection connection);

    /**
     * The same connection with another credential than the one that was refused; empty when there can be no other.
     *
     * @throws Refusal as {@link #fresh}
     */
    Optional<Connection> renewed(Connection refused);
}
