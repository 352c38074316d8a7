package dev.guildhall.wire.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import javax.net.ServerSocketFactory;

/** A server that runs the script of a test on each connection, and counts the connections. */
public final class RawServer implements AutoCloseable {
    private static final int BACKLOG = 50;
    private static final Duration LONGEST_STOP = Duration.ofSeconds(10);
    private static final int BLOCK = 4096;
    private static final String END_OF_HEAD = "\r\n\r\n";

    private final ServerSocket server;
    private final List<Socket> connections = new CopyOnWriteArrayList<>();
    private final CountDownLatch clientClosed = new CountDownLatch(1);
    private final Thread accepting;

    /** Serves one connection; number 1 is the first. */
    public interface Script {
        void serve(Socket socket, int number) throws IOException;
    }

    public RawServer(ServerSocketFactory sockets, Script script) throws IOException {
        this.server = sockets.createServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        this.accepting = Thread.ofVirtual().start(() -> accept(script));
    }

    public RawServer(Script script) throws IOException {
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
        } catch (IOException closed) {
            clientClosed.countDown();
        }
    }

    /** Reads a whole request; returns its head. A client sends no other request before it has the response. */
    public static String request(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        byte[] block = new byte[BLOCK];
        StringBuilder read = new StringBuilder();
        int end = -1;
        while (end < 0) {
            int count = in.read(block);
            if (count < 0) {
                throw new IOException("the client has closed the connection");
            }
            int searched = Math.max(0, read.length() - END_OF_HEAD.length());
            read.append(new String(block, 0, count, StandardCharsets.ISO_8859_1));
            end = read.indexOf(END_OF_HEAD, searched);
        }
        int bodyStart = end + END_OF_HEAD.length();
        String head = read.substring(0, bodyStart);
        in.skipNBytes(bodyLength(head) - (read.length() - bodyStart));
        return head;
    }

    private static int bodyLength(String head) {
        int length = head.indexOf("Content-Length: ");
        if (length < 0) {
            return 0;
        }
        int from = length + "Content-Length: ".length();
        return Integer.parseInt(head.substring(from, head.indexOf("\r", from)));
    }

    public static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().flush();
    }

    /** Counted down when a client has closed its connection. */
    public CountDownLatch clientClosed() {
        return clientClosed;
    }

    /** How many connections clients opened. */
    public int connections() {
        return connections.size();
    }

    /** Where it accepts connections. */
    public InetSocketAddress socketAddress() {
        return (InetSocketAddress) server.getLocalSocketAddress();
    }

    /** The address of a path on this server. */
    public Address address(String scheme, String host) {
        return Address.parse(scheme + "://" + host + ":" + server.getLocalPort() + "/v1")
                .orElseThrow();
    }

    /** Waits for the accepting thread: the system accepts connections until that thread has left the socket. */
    @Override
    public void close() throws IOException {
        server.close();
        try {
            accepting.join(LONGEST_STOP);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        for (Socket socket : connections) {
            socket.close();
        }
    }
}
