package dev.guildhall.integrations.mcp.protocol;

import dev.guildhall.ports.connection.Credential;
import java.util.Optional;

/** The sessions with one server. Thread-safe. */
public interface Sessions extends AutoCloseable {
    /** A session with this credential; it is opened when there is none, once for all concurrent callers. */
    McpSession open(Optional<Credential> credential, CallDeadline deadline) throws McpFault;

    /** Ends all of them. */
    @Override
    void close();
}
