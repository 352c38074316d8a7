package dev.guildhall.core.tool.connection;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.connection.Connection;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.problem.Refusal;
import java.util.Optional;

/** The caller's connections, for the execution of a tool. Blocks; never called inside a transaction. */
public interface CredentialSource {
    /** The caller's connection to an integration; empty when there is none. */
    Optional<Connection> connectionOf(Caller.User caller, Integration integration);

    /**
     * The same connection with a credential that is valid for a while.
     *
     * @throws Refusal with {@code ToolProblem.IntegrationNotConnected} when the user has to connect again, or with
     *     {@code ToolProblem.IntegrationUnavailable} when the provider cannot be reached
     */
    Connection fresh(Connection connection);

    /**
     * The same connection with another credential than the one that was refused; empty when there can be no other.
     *
     * @throws Refusal as {@link #fresh}
     */
    Optional<Connection> renewed(Connection refused);
}
