package dev.guildhall.integrations.httptool;

import dev.guildhall.integrations.net.RawServer;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** An API on loopback that records every byte of its requests, and responds as a test says. */
public final class Upstream implements AutoCloseable {
    /** Answers a request on its connection. */
    @FunctionalInterface
    public interface Script {
        void answer(Socket socket, Seen seen) throws Exception;
    }

    private final RawServer server;
    private final List<Seen> seen = new CopyOnWriteArrayList<>();
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile Script script = (socket, request) -> write(socket, json("{}"));

    public Upstream() {
        server = new RawServer((socket, request, _) -> {
            Seen received = Seen.of(request);
            seen.add(received);
            asked.countDown();
            script.answer(socket, received);
        });
    }

    public String address() {
        return server.address();
    }

    public void answers(Script other) {
        script = other;
    }

    /** Sends the same response to every request. */
    public void answers(String response) {
        script = (socket, request) -> write(socket, response);
    }

    public List<Seen> seen() {
        return seen;
    }

    public Seen last() {
        return seen.getLast();
    }

    public void awaitRequest() throws InterruptedException {
        asked.await();
    }

    /** Keeps a connection open without a response until the test ends. */
    public void awaitTheEnd() throws InterruptedException {
        over.await();
    }

    public static String json(String body) {
        return response("200 OK", "Content-Type: application/json\r\n", body);
    }

    /**
     * A whole response.
     *
     * @param headers each with its line end
     */
    public static String response(String status, String headers, String body) {
        int length = body.getBytes(StandardCharsets.UTF_8).length;
        return "HTTP/1.1 " + status + "\r\n" + headers + "Content-Length: " + length + "\r\n\r\n" + body;
    }

    public static void write(Socket socket, String text) throws IOException {
        write(socket, text.getBytes(StandardCharsets.UTF_8));
    }

    public static void write(Socket socket, byte[] bytes) throws IOException {
        RawServer.write(socket, bytes);
    }

    @Override
    public void close() throws IOException {
        over.countDown();
        server.close();
    }
}
