package dev.guildhall.integrations.playwright;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A web server on this machine whose responses contain the request's method, path and body. */
final class Target implements AutoCloseable {
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer server;
    private final AtomicInteger received = new AtomicInteger();

    Target() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            received.incrementAndGet();
            byte[] sent = exchange.getRequestBody().readAllBytes();
            byte[] answer = ("<title>Target</title><link rel=icon href=data:,><p>" + exchange.getRequestMethod() + " "
                            + exchange.getRequestURI() + " "
                            + exchange.getRequestHeaders().getFirst("Host") + " "
                            + new String(sent, StandardCharsets.UTF_8) + "</p>")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/html");
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.createContext("/moved", exchange -> {
            exchange.getResponseHeaders()
                    .set("Location", exchange.getRequestURI().getQuery());
            exchange.sendResponseHeaders(302, -1);
            exchange.close();
        });
        server.start();
    }

    /** Its address with a host name. */
    URI address() {
        return URI.create("http://localhost:" + server.getAddress().getPort() + "/");
    }

    /** Its address with a name that no run may reach. */
    URI forbidden() {
        return URI.create(
                "http://" + TestSuites.FORBIDDEN + ":" + server.getAddress().getPort() + "/");
    }

    /** How many requests it has received, without redirects. */
    int received() {
        return received.get();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }
}
