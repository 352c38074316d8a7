package dev.guildhall.http.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.json.JsonBody;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/**
 * The identifier of an event, with which a client asks for the events after it, on any node.
 *
 * @param call the call whose events they are
 * @param isAnswer whether it is the last event of the call
 * @param request the identifier of the client's request: a node that does not keep the call tells the client so
 */
record EventId(String call, boolean isAnswer, JsonNode request) {
    private static final String PROGRESS = "p";
    private static final String ANSWER = "a";
    private static final int PARTS = 3;

    String text() {
        byte[] json = Json.bytes(request);
        String encoded = Base64.getUrlEncoder().withoutPadding().encodeToString(json);
        return call + "." + (isAnswer ? ANSWER : PROGRESS) + "." + encoded;
    }

    static Optional<EventId> parse(String text) {
        String[] parts = text.split("\\.", -1);
        if (parts.length != PARTS || !(parts[1].equals(PROGRESS) || parts[1].equals(ANSWER))) {
            return Optional.empty();
        }
        return request(parts[2]).map(request -> new EventId(parts[0], parts[1].equals(ANSWER), request));
    }

    private static Optional<JsonNode> request(String encoded) {
        try {
            String json = new String(Base64.getUrlDecoder().decode(encoded), StandardCharsets.UTF_8);
            JsonNode id = RpcMessage.idOf(JsonBody.tree(("{\"id\":" + json + "}").getBytes(StandardCharsets.UTF_8)));
            return Optional.of(id).filter(known -> !known.isNull());
        } catch (IllegalArgumentException | Refusal malformed) {
            return Optional.empty();
        }
    }
}
