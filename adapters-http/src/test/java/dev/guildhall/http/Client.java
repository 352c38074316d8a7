package dev.guildhall.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.ports.secrets.Secrets;
import dev.guildhall.ports.secrets.WireSecrets;
import dev.guildhall.wire.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
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
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final HttpClient HTTP = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();
    private static final WireSecrets SECRETS = new WireSecrets(Secrets.OF_THIS_RUN);
    private static final AtomicInteger STRANGERS = new AtomicInteger();

    private final String address;
    private final Map<String, String> headers;

    Client(String address) {
        this(address, Map.of());
    }

    private Client(String address, Map<String, String> headers) {
        this.address = address;
        this.headers = headers;
    }

    /** A response. */
    public record Answer(int status, String body, HttpResponse<String> response) {
        public JsonNode json() {
            try {
                return Json.MAPPER.readTree(body);
            } catch (IOException notJson) {
                throw new UncheckedIOException("not JSON: " + body, notJson);
            }
        }

        public String header(String name) {
            return response.headers().firstValue(name).orElse("");
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
        return new Client(address, more);
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
        return send(method, path, HttpRequest.BodyPublishers.noBody());
    }

    public Answer send(String method, String path, String body) {
        return send(method, path, HttpRequest.BodyPublishers.ofString(body));
    }

    public Answer send(String method, String path, HttpRequest.BodyPublisher body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address + path))
                .timeout(PATIENCE)
                .method(method, body);
        headers.forEach(request::header);
        SECRETS.sent(path);
        SECRETS.sent(BodyText.of(body));
        try {
            HttpResponse<String> response = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
            Answer answer = new Answer(response.statusCode(), response.body(), response);
            SECRETS.received(answer.body());
            OpenApi.check(method, path, answer);
            return answer;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }
}
