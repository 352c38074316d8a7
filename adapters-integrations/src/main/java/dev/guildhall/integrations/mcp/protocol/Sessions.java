package dev.guildhall.integrations.mcp.protocol;

import dev.guildhall.ports.connection.Credential;
import java.util.Optional;

public interface Sessions extends AutoCloseable {
    /** A session with this credential; it is opened when there is none, once for all concurrent callers. */
    McpSession open(Optional<Credential> credential, CallDeadline deadline) throws McpFault;

    @Override
    void close();
}
