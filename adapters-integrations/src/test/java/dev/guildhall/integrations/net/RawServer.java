package dev.guildhall.integrations.net;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** A listener that sends the bytes of a test, and records its requests. */
public final class RawServer implements AutoCloseable {
    private static final int MOST_REQUEST = 256 * 1024;

    /** Responds to one request. */
    public interface Script {
        void answer(Socket socket, String request, int count) throws Exception;
    }

    private final ServerSocket listener;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final AtomicInteger connections = new AtomicInteger();
    private final CountDownLatch asked = new CountDownLatch(1);
    private final Script script;

    public RawServer(Script script) {
        this(InetAddress.ofLiteral("127.0.0.1"), 0, script);
    }

    public RawServer(InetAddress at, int port, Script script) {
        this.script = script;
        try {
            listener = new ServerSocket(port, 50, at);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        Thread.ofVirtual().start(this::listen);
    }

    /** Sends the same response to every request. */
    public static RawServer saying(String... lines) {
        return new RawServer((socket, _, _) -> write(socket, String.join("\r\n", lines)));
    }

    public int port() {
        return listener.getLocalPort();
    }

    public String address() {
        return "http://127.0.0.1:" + port();
    }

    public int connections() {
        return connections.get();
    }

    public List<String> requests() {
        return requests;
    }

    public void awaitRequest() throws InterruptedException {
        asked.await();
    }

    public static void write(Socket socket, String text) throws IOException {
        write(socket, text.getBytes(StandardCharsets.ISO_8859_1));
    }

    public static void write(Socket socket, byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
    }

    private void listen() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                connections.incrementAndGet();
                sockets.add(socket);
                Thread.ofVirtual().start(() -> serve(socket));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            for (String request = read(in); !request.isEmpty(); request = read(in)) {
                requests.add(request);
                asked.countDown();
                script.answer(socket, request, requests.size());
            }
        } catch (Exception gone) {
            // The client or the script has closed the connection: a test may want either.
            sockets.remove(socket);
        }
    }

    /** Head and body of a request; empty at the end of the connection. */
    private static String read(InputStream in) throws IOException {
        StringBuilder text = new StringBuilder();
        while (text.indexOf("\r\n\r\n", text.length() - 4) < 0 && text.length() < MOST_REQUEST) {
            int next = in.read();
            if (next < 0) {
                return "";
            }
            text.append((char) next);
        }
        int length = text.toString()
                .lines()
                .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("content-length:"))
                .mapToInt(line -> Integer.parseInt(line.substring(15).strip()))
                .findFirst()
                .orElse(0);
        return text + new String(in.readNBytes(length), StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
