package dev.guildhall.integrations.httptool;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** An API on loopback that records every byte of its requests, and responds as a test says. */
public final class Upstream implements AutoCloseable {
    private static final int MOST_HEAD = 256 * 1024;

    /** Answers a request on its connection. */
    @FunctionalInterface
    public interface Script {
        void answer(Socket socket, Seen seen) throws Exception;
    }

    private final ServerSocket listener;
    private final List<Seen> seen = new CopyOnWriteArrayList<>();
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile Script script = (socket, request) -> write(socket, json("{}"));

    public Upstream() {
        try {
            listener = new ServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1"));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        Thread.ofVirtual().start(this::listen);
    }

    public String address() {
        return "http://127.0.0.1:" + listener.getLocalPort();
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
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
    }

    private void listen() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                sockets.add(socket);
                Thread.ofVirtual().start(() -> serve(socket));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            for (String head = head(socket); !head.isEmpty(); head = head(socket)) {
                Seen request = request(head, socket);
                seen.add(request);
                asked.countDown();
                script.answer(socket, request);
            }
        } catch (Exception gone) {
            // The client or the script has closed the connection: a test may want either.
            sockets.remove(socket);
        }
    }

    private static String head(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        StringBuilder text = new StringBuilder();
        while (text.length() < 4 || !text.substring(text.length() - 4).equals("\r\n\r\n")) {
            int next = in.read();
            if (next < 0 || text.length() > MOST_HEAD) {
                return "";
            }
            text.append((char) next);
        }
        return text.toString();
    }

    private static Seen request(String head, Socket socket) throws IOException {
        List<String> lines = head.strip().lines().toList();
        List<Map.Entry<String, String>> headers = new ArrayList<>();
        int length = 0;
        for (String line : lines.subList(1, lines.size())) {
            String[] parts = line.split(":", 2);
            headers.add(Map.entry(parts[0], parts[1].strip()));
            if (parts[0].toLowerCase(Locale.ROOT).equals("content-length")) {
                length = Integer.parseInt(parts[1].strip());
            }
        }
        byte[] body = socket.getInputStream().readNBytes(length);
        return new Seen(lines.getFirst(), List.copyOf(headers), new String(body, StandardCharsets.UTF_8));
    }

    @Override
    public void close() throws IOException {
        over.countDown();
        listener.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
