package dev.guildhall.llm.openai;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;

/** A provider that runs the script of a test on each connection. */
final class RawProvider implements AutoCloseable {
    static final String STREAM =
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";
    private static final int BACKLOG = 50;

    private final ServerSocket server;
    private final CountDownLatch connected = new CountDownLatch(1);
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);

    /** Serves one connection. */
    interface Script {
        void serve(RawProvider provider, Socket socket) throws IOException;
    }

    RawProvider(Script script) {
        try {
            server = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        } catch (IOException failure) {
            throw new IllegalStateException(failure);
        }
        Thread.ofVirtual().start(() -> accept(script));
    }

    private void accept(Script script) {
        try {
            while (true) {
                Socket socket = server.accept();
                connected.countDown();
                Thread.ofVirtual().start(() -> serve(script, socket));
            }
        } catch (IOException closed) {
            reached.countDown();
        }
    }

    private void serve(Script script, Socket socket) {
        try (socket) {
            script.serve(this, socket);
        } catch (IOException reset) {
            ended.countDown();
        }
    }

    /** Reports that the client has reached the state of the test, then sends nothing and waits for the client to close. */
    void waitForClose(Socket socket) throws IOException {
        reached.countDown();
        while (isOpen(socket, Duration.ZERO)) {
            reached.countDown();
        }
        ended.countDown();
    }

    /**
     * Whether the client has kept the connection open.
     *
     * @param wait how long to wait for the client to close; zero means without a limit
     */
    static boolean isOpen(Socket socket, Duration wait) throws IOException {
        socket.setSoTimeout((int) wait.toMillis());
        try {
            return socket.getInputStream().read() >= 0;
        } catch (SocketTimeoutException silent) {
            return true;
        }
    }

    /** Reads a whole request. */
    static void readRequest(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        StringBuilder head = new StringBuilder();
        while (!head.toString().endsWith("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) {
                throw new EOFException("the client has closed the connection");
            }
            head.append((char) next);
        }
        String lower = head.toString().toLowerCase(Locale.ROOT);
        int length = lower.indexOf("content-length:");
        if (length >= 0) {
            int from = length + "content-length:".length();
            in.skipNBytes(Integer.parseInt(
                    lower.substring(from, lower.indexOf('\r', from)).strip()));
        }
    }

    static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    }

    /** One chunk of HTTP. */
    static String chunk(String text) {
        return Integer.toHexString(text.getBytes(StandardCharsets.UTF_8).length) + "\r\n" + text + "\r\n";
    }

    /** Whether a client has opened a connection. */
    boolean isConnected() {
        return connected.getCount() == 0;
    }

    CountDownLatch reached() {
        return reached;
    }

    /** Counted down when a client has closed its connection. */
    CountDownLatch ended() {
        return ended;
    }

    String address(String scheme) {
        return scheme + "://127.0.0.1:" + server.getLocalPort() + "/v1";
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
