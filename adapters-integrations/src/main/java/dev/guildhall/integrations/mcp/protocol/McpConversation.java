package dev.guildhall.integrations.mcp.protocol;

import java.util.Map;

/** Questions to one server, and what it tells by itself. Thread-safe. */
public interface McpConversation extends AutoCloseable {
    /**
     * Asks, and blocks until the answer is there. When nobody waits any longer the server is told so.
     *
     * @throws McpFault when there is no answer, or it is that the server cannot
     */
    Map<String, Object> ask(String method, Map<String, Object> parameters, CallDeadline deadline) throws McpFault;

    /**
     * Tells something.
     *
     * @throws McpFault when the server does not get it
     */
    void tell(String method, Map<String, Object> parameters, CallDeadline deadline) throws McpFault;

    /** From now on what is told goes by this version of the protocol. */
    void agreeOn(String protocolVersion);

    /** Whether there is somebody to talk to, as far as is known. */
    boolean isOpen();

    /** Whether the server has told, since this was last asked, that its tools are others now. */
    boolean hasNewTools();

    /** Ends it; every question that waits fails. */
    @Override
    void close();
}
