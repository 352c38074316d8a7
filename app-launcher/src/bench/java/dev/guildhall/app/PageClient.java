package dev.guildhall.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** A registered user with a session of the web application and an access token. */
final class PageClient {
    private final HttpClient client =
            HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
    private final BenchServer server;
    private final String token;
    private final String userId;

    PageClient(BenchServer server, int number) {
        this.server = server;
        String signedIn = server.register(number);
        token = BenchServer.field(signedIn, "accessToken");
        userId = BenchServer.field(signedIn, "userId");
        post("/api/session", BenchServer.credentials(number));
    }

    String userId() {
        return userId;
    }

    String get(String path) {
        return send(path, HttpRequest.newBuilder().GET());
    }

    String post(String path, String json) {
        return send(path, HttpRequest.newBuilder().POST(HttpRequest.BodyPublishers.ofString(json)));
    }

    private String send(String path, HttpRequest.Builder request) {
        try {
            HttpResponse<String> response = client.send(
                    request.uri(URI.create("http://localhost:" + server.port() + path))
                            .header("Authorization", "Bearer " + token)
                            .header("Content-Type", "application/json")
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() >= 300) {
                throw new IllegalStateException(path + ": " + response.statusCode() + " " + response.body());
            }
            return response.body();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }
}
