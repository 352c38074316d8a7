package dev.guildhall.http.mcp;

import dev.guildhall.ports.tool.ServerReply;
import dev.guildhall.ports.tool.ToolExchange;
import java.util.Map;
import java.util.Optional;

/** Reaches the client while its request runs. Safe for several threads. */
interface ClientChannel {
    /** A client that gets the response alone. */
    ClientChannel NONE = new ClientChannel() {
        @Override
        public void send(String method, Map<String, Object> params) {
            // There is no stream for it.
        }

        @Override
        public Optional<ServerReply> ask(String method, Map<String, Object> params) {
            return Optional.of(ToolExchange.unanswered(method));
        }
    };

    /** Sends a notification; it is dropped when the client reads too slowly. */
    void send(String method, Map<String, Object> params);

    /** Asks the client, and waits for its answer; empty when it answers with another request. */
    Optional<ServerReply> ask(String method, Map<String, Object> params);
}
