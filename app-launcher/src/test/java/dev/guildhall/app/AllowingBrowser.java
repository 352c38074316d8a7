package dev.guildhall.app;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * A browser in which a user is signed in, who allows every program that asks: it is posted the address of a consent page, and
 * answers with the address that the page leads to.
 */
final class AllowingBrowser implements AutoCloseable {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final HttpServer server;
    private final Web user;
    private final String root;
    private final String cookie;

    /** Signs the user in, who has registered. */
    static AllowingBrowser of(Web user, String root) throws IOException {
        HttpResponse<String> opened = user.exchange("POST", root + "/api/session", Web.CREDENTIALS);
        String cookie = opened.headers().firstValue("Set-Cookie").orElseThrow().replaceFirst(";.*", "");
        return new AllowingBrowser(user, root, cookie);
    }

    private AllowingBrowser(Web user, String root, String cookie) throws IOException {
        this.user = user;
        this.root = root;
        this.cookie = cookie;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::allow);
        server.start();
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    }

    private void allow(HttpExchange exchange) throws IOException {
        try (exchange) {
            URI page = URI.create(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            String body = MAPPER.writeValueAsString(Map.of("request", page.getRawQuery(), "approved", true));
            HttpResponse<String> answer =
                    user.exchange("POST", root + "/api/oauth/consent", body, "Cookie", cookie, "Origin", root);
            String target = MAPPER.readTree(answer.body()).path("redirectTo").asText(answer.body());
            byte[] bytes = target.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(answer.statusCode(), bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
