package dev.guildhall.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.secrets.Secrets;
import dev.guildhall.wire.secrets.WireSecrets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Sends requests over a real socket, checks every response against the service's OpenAPI document, and records the
 * secrets in both directions, which no log may contain.
 */
public final class Client {
    private static final WireSecrets SECRETS = new WireSecrets(Secrets.OF_THIS_RUN);
    private static final AtomicInteger STRANGERS = new AtomicInteger();

    private final int port;
    private final Map<String, String> headers;

    public Client(int port) {
        this(port, Map.of());
    }

    private Client(int port, Map<String, String> headers) {
        this.port = port;
        this.headers = headers;
    }

    /** A response. */
    public record Answer(int status, String body, HttpHeaders headers) {
        public JsonNode json() {
            try {
                return Json.MAPPER.readTree(body);
            } catch (IOException notJson) {
                throw new UncheckedIOException("not JSON: " + body, notJson);
            }
        }

        public String header(String name) {
            return headers.firstValue(name).orElse("");
        }

        public String text(String field) {
            return json().at("/" + field.replace('.', '/')).asText();
        }

        public List<String> texts(String... fields) {
            return Client.texts(json(), fields);
        }

        /** The status and the code of an error: {@code 409 CONFLICT}. */
        public String error() {
            return status + " " + text("error.code");
        }

        /** The status and the message of an error in any form: {@code 400 chatId: is required}. */
        public String fault() {
            return status + " " + text(json().at("/error/message").isMissingNode() ? "message" : "error.message");
        }
    }

    /** A user who has signed in. */
    public record Person(Client client, String email, String userId, JsonNode tokens) {
        public String refreshToken() {
            return tokens.get("refreshToken").asText();
        }

        public String accessToken() {
            return tokens.get("accessToken").asText();
        }
    }

    /** The values of the fields as text, {@code null} for null; a dot leads into an object or array. */
    public static List<String> texts(JsonNode object, String... fields) {
        return Stream.of(fields)
                .map(field -> object.at("/" + field.replace('.', '/')).asText())
                .toList();
    }

    /** The names of an object's fields, in their order, with spaces between them. */
    public static String names(JsonNode object) {
        return object.properties().stream().map(Map.Entry::getKey).collect(Collectors.joining(" "));
    }

    public Client with(String name, String value) {
        Map<String, String> more = new HashMap<>(headers);
        more.put(name, value);
        SECRETS.sent(name + ": " + value);
        return new Client(port, more);
    }

    public Client bearing(String token) {
        return with("Authorization", "Bearer " + token);
    }

    public Person stranger() {
        return register("stranger" + STRANGERS.incrementAndGet() + "@example.org");
    }

    public Person register(String email) {
        Answer answer =
                post("/api/v1/auth/register", "{\"email\":\"" + email + "\",\"password\":\"correct horse battery\"}");
        JsonNode tokens = answer.json();
        return new Person(
                bearing(tokens.get("accessToken").asText()),
                email,
                tokens.get("userId").asText(),
                tokens);
    }

    public Answer get(String path) {
        return send("GET", path);
    }

    public Answer post(String path, String body) {
        return send("POST", path, body);
    }

    public Answer delete(String path) {
        return send("DELETE", path);
    }

    public Answer send(String method, String path) {
        return send(method, path, "");
    }

    public Answer send(String method, String path, String body) {
        SECRETS.sent(body);
        return exchange(method, path, body.getBytes(StandardCharsets.UTF_8));
    }

    public Answer send(String method, String path, byte[] body) {
        SECRETS.sent(new String(body, StandardCharsets.UTF_8));
        return exchange(method, path, body);
    }

    private Answer exchange(String method, String path, byte[] body) {
        SECRETS.sent(path);
        try {
            Answer answer = ClientConnection.exchange(port, method, path, headers, body);
            SECRETS.received(answer.body());
            OpenApi.check(method, path, answer);
            return answer;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
