package dev.guildhall.integrations.mcp.protocol;

import dev.guildhall.ports.tool.ToolExchange;
import java.util.Map;

/** Requests to one server, and the server's own messages. */
public interface McpConversation extends AutoCloseable {
    /** Sends a request, and blocks until the response. When the caller stops waiting, the server is notified. */
    Reply ask(Outgoing request, CallDeadline deadline) throws McpFault;

    /** As {@link #ask}, for a request during which the server asks nothing. */
    default Map<String, Object> request(String method, Map<String, Object> parameters, CallDeadline deadline)
            throws McpFault {
        return ask(Outgoing.of(method, parameters), deadline).result();
    }

    void sendNotification(String method, Map<String, Object> parameters, CallDeadline deadline) throws McpFault;

    /**
     * Passes on what a server of the older era reports outside of requests; blocks until the deadline, an interrupt, or the
     * end of the conversation, and fails then.
     */
    void follow(ToolExchange exchange, CallDeadline deadline) throws McpFault;

    /** Uses this version of the protocol from now on. */
    void agreeOn(String protocolVersion);

    /** Whether the server is connected, as far as is known. */
    boolean isOpen();

    /** Whether a server that does not know a request may be silent about it. */
    boolean mayBeSilent();

    /** Whether the server has reported, since the last call of this method, that its tools have changed. */
    boolean hasNewTools();

    /** Ends the conversation; every waiting request fails. */
    @Override
    void close();
}
