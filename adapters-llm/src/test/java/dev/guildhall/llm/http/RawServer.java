package dev.guildhall.llm.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import javax.net.ServerSocketFactory;

/** A server on this machine that does with each connection what a test tells it to, and counts them. */
final class RawServer implements AutoCloseable {
    private static final int BACKLOG = 50;
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final String END_OF_HEAD = "\r\n\r\n";

    private final ServerSocket server;
    private final List<Socket> connections = new CopyOnWriteArrayList<>();
    private final CountDownLatch clientHasGone = new CountDownLatch(1);
    private final Thread accepting;

    /** What is done with a connection; number 1 is the first. */
    interface Script {
        void serve(Socket socket, int number) throws IOException;
    }

    RawServer(ServerSocketFactory sockets, Script script) throws IOException {
        this.server = sockets.createServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        this.accepting = Thread.ofVirtual().start(() -> accept(script));
    }

    RawServer(Script script) throws IOException {
        this(ServerSocketFactory.getDefault(), script);
    }

    private void accept(Script script) {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                connections.add(socket);
                int number = connections.size();
                Thread.ofVirtual().start(() -> serve(script, socket, number));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Script script, Socket socket, int number) {
        try (socket) {
            script.serve(socket, number);
        } catch (IOException gone) {
            clientHasGone.countDown();
        }
    }

    /** Reads a whole request; its text. */
    static String request(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        StringBuilder head = new StringBuilder();
        while (head.indexOf(END_OF_HEAD) < 0) {
            int one = in.read();
            if (one < 0) {
                throw new IOException("the client has gone");
            }
            head.append((char) one);
        }
        int length = head.indexOf("Content-Length: ");
        if (length >= 0) {
            int from = length + "Content-Length: ".length();
            in.readNBytes(Integer.parseInt(head.substring(from, head.indexOf("\r", from))));
        }
        return head.toString();
    }

    static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().flush();
    }

    /** Counted down when a client ended its connection. */
    CountDownLatch clientHasGone() {
        return clientHasGone;
    }

    /** How many connections were made. */
    int connections() {
        return connections.size();
    }

    /** Where it is, by its address. */
    Address address(String scheme, String host) {
        return Address.parse(scheme + "://" + host + ":" + server.getLocalPort() + "/v1")
                .orElseThrow();
    }

    /** The socket takes connections until the thread that waits for them has let go of it. */
    @Override
    public void close() throws IOException {
        server.close();
        try {
            accepting.join(PATIENCE);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        for (Socket socket : connections) {
            socket.close();
        }
    }
}
