package dev.guildhall.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.guildhall.wire.secrets.Secrets;
import dev.guildhall.wire.secrets.WireSecrets;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** A user with a client for the running server, whose secrets must not appear in the server's output. */
final class Web {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final WireSecrets SECRETS = new WireSecrets(Secrets.OF_THIS_RUN);
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    /** The password is not the one that the server prints in its example. */
    static final String CREDENTIALS = "{\"email\":\"ada@example.org\",\"password\":\"an unprinted horse\"}";

    private final String accounts;
    private String token = "";
    private String userId = "";

    Web(String accounts) {
        this.accounts = accounts;
        SECRETS.sent(CREDENTIALS);
    }

    /** A client without an account, with this token. */
    static Web bearing(String token) {
        Web web = new Web("");
        web.token = token;
        return web;
    }

    /** Registers the account; returns the response. */
    JsonNode register() {
        return take(post(accounts + "/auth/register", CREDENTIALS));
    }

    void signIn() {
        take(post(accounts + "/auth/login", CREDENTIALS));
    }

    private JsonNode take(JsonNode signedIn) {
        token = signedIn.get("accessToken").asText();
        userId = signedIn.get("userId").asText();
        return signedIn;
    }

    String userId() {
        return userId;
    }

    String token() {
        return token;
    }

    /** A question to the agent, as a body; {@code more} follows the messages. */
    String question(String text, String more) {
        return "{\"userId\":\"" + userId + "\",\"messages\":[{\"role\":\"user\",\"content\":\"" + text + "\"}]" + more
                + "}";
    }

    JsonNode post(String address, String body) {
        return json(send(
                request(address).POST(HttpRequest.BodyPublishers.ofString(body)).build()));
    }

    JsonNode get(String address) {
        return json(send(request(address).GET().build()));
    }

    int statusOf(String address) {
        return send(request(address).GET().build()).statusCode();
    }

    /** Any request, with a body unless that is empty; headers as names and values. */
    HttpResponse<String> exchange(String method, String address, String body, String... headers) {
        HttpRequest.Builder request = request(address)
                .method(
                        method,
                        body.isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(body));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        HttpResponse<String> response = send(request.build());
        SECRETS.received(response.body());
        return response;
    }

    /** The beginning of a stream, up to a text; the connection stays open. */
    String beginningOf(String address, String body, String end) {
        try {
            HttpResponse<InputStream> response = HTTP.send(
                    request(address)
                            .POST(HttpRequest.BodyPublishers.ofString(body))
                            .build(),
                    HttpResponse.BodyHandlers.ofInputStream());
            StringBuilder read = new StringBuilder();
            while (read.indexOf(end) < 0) {
                int next = response.body().read();
                if (next < 0) {
                    throw new IllegalStateException("the stream ended after " + read);
                }
                read.append((char) next);
            }
            return read.toString();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    /** The rest of a response after its head. */
    InputStream stream(String address) {
        try {
            return HTTP.send(request(address).GET().build(), HttpResponse.BodyHandlers.ofInputStream())
                    .body();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    private HttpRequest.Builder request(String address) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(address)).timeout(PATIENCE);
        return token.isEmpty() ? request : request.header("Authorization", "Bearer " + token);
    }

    private static HttpResponse<String> send(HttpRequest request) {
        try {
            return HTTP.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    static JsonNode json(HttpResponse<String> response) {
        try {
            SECRETS.received(response.body());
            return MAPPER.readTree(response.body());
        } catch (IOException notJson) {
            throw new UncheckedIOException("not JSON: " + response.body(), notJson);
        }
    }
}
