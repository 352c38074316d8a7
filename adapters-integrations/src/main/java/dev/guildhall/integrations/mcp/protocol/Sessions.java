package dev.guildhall.integrations.mcp.protocol;

import dev.guildhall.ports.connection.Credential;
import java.util.Optional;

/** The sessions with one server. Thread-safe. */
public interface Sessions extends AutoCloseable {
    /**
     * A session in which the server takes us for whoever has this credential; it is begun where there is none, once
     * however many ask for it.
     *
     * @throws McpFault when it cannot be had in time
     */
    McpSession open(Optional<Credential> credential, CallDeadline deadline) throws McpFault;

    /** Ends all of them. */
    @Override
    void close();
}
