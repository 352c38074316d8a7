package dev.guildhall.integrations.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** An HTTP server on loopback whose responses can be made to fail, path by path. */
public final class Loopback implements AutoCloseable {
    private static final int ENDLESS = 4 * 1024 * 1024;
    private static final HttpClient BROWSER = HttpClient.newHttpClient();

    /** A response. */
    public record Answer(int status, String contentType, String body) {
        public static Answer json(int status, String body) {
            return new Answer(status, "application/json", body);
        }
    }

    /** Answers one path. */
    public interface Handler {
        Answer answer(HttpExchange exchange, Map<String, String> parameters);
    }

    private final HttpServer server;
    private final Map<String, TransportFault> faults = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> calls = new ConcurrentHashMap<>();
    private final Map<String, CountDownLatch> called = new ConcurrentHashMap<>();
    private final CountDownLatch over = new CountDownLatch(1);

    public Loopback() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
    }

    public String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    public void on(String path, Handler handler) {
        server.createContext(path, exchange -> {
            try (exchange) {
                calls.computeIfAbsent(path, any -> new AtomicInteger()).incrementAndGet();
                called.computeIfAbsent(path, any -> new CountDownLatch(1)).countDown();
                answer(exchange, path, handler);
            }
        });
    }

    public void fails(String path, TransportFault fault) {
        faults.put(path, fault);
    }

    public void works(String path) {
        faults.remove(path);
    }

    public int calls(String path) {
        return Optional.ofNullable(calls.get(path)).map(AtomicInteger::get).orElse(0);
    }

    /** Waits until a request has arrived. */
    public void awaitCall(String path) throws InterruptedException {
        called.computeIfAbsent(path, any -> new CountDownLatch(1)).await();
    }

    private void answer(HttpExchange exchange, String path, Handler handler) throws IOException {
        Answer answer = handler.answer(exchange, parameters(exchange));
        switch (faults.get(path)) {
            case null -> send(exchange, answer);
            case FAILS -> send(exchange, new Answer(503, "text/plain", "later"));
            case IS_SILENT -> awaitTheEnd();
            case BREAKS_OFF -> breakOff(exchange, answer);
            case IS_GARBAGE -> send(exchange, Answer.json(200, "<html>hello</html>"));
            case IS_ENDLESS -> send(exchange, Answer.json(200, " ".repeat(ENDLESS) + answer.body()));
            case REDIRECTS -> {
                exchange.getResponseHeaders().set("Location", address() + path + "?again");
                faults.remove(path);
                send(exchange, new Answer(307, "text/plain", ""));
            }
        }
    }

    private static void send(HttpExchange exchange, Answer answer) throws IOException {
        byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", answer.contentType());
        exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
    }

    private static void breakOff(HttpExchange exchange, Answer answer) throws IOException {
        byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", answer.contentType());
        exchange.sendResponseHeaders(answer.status(), body.length + 100L);
        exchange.getResponseBody().write(body, 0, body.length / 2);
        exchange.getResponseBody().flush();
    }

    private void awaitTheEnd() {
        try {
            over.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /** The parameters of the query and of a form. */
    private static Map<String, String> parameters(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        Map<String, String> parameters = decoded(
                Optional.ofNullable(exchange.getRequestURI().getRawQuery()).orElse(""));
        parameters.putAll(decoded(body));
        return parameters;
    }

    /** The parameters that a browser returns with after it has opened that page. */
    public static Map<String, String> visit(URI page) {
        try {
            HttpResponse<Void> back =
                    BROWSER.send(HttpRequest.newBuilder(page).build(), HttpResponse.BodyHandlers.discarding());
            assertThat(back.statusCode()).isEqualTo(302);
            return decoded(URI.create(back.headers().firstValue("Location").orElseThrow())
                    .getRawQuery());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    /** The problem of a call that must be refused. */
    public static Problem refused(ThrowingCallable call) {
        return catchThrowableOfType(Refusal.class, call).problem();
    }

    public static String s256(String verifier) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    public static Map<String, String> decoded(String form) {
        Map<String, String> parameters = new HashMap<>();
        for (String pair : form.split("&")) {
            int at = pair.indexOf('=');
            if (at > 0) {
                parameters.put(decode(pair.substring(0, at)), decode(pair.substring(at + 1)));
            }
        }
        return parameters;
    }

    private static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        over.countDown();
        server.stop(0);
    }
}
