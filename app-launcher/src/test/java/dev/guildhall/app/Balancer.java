package dev.guildhall.app;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sends requests to nodes in turn over connections that it keeps open, as an ordinary keep-alive proxy does: it uses
 * another node only when it cannot connect to one, or when that one stops and refuses the request; it asks each node at
 * most twice. Every response has a Content-Length. Thread-safe.
 */
final class Balancer {
    private static final Pattern LENGTH = Pattern.compile("(?i)content-length: (\\d+)");
    private static final int STOPPING = 503;
    private static final int BUFFER_BYTES = 64 * 1024;
    /** A node that did not listen when it was asked may listen by the time that the other one stops. */
    private static final int ROUNDS = 2;

    private final List<Integer> ports;
    private final Map<Integer, Deque<SocketChannel>> idle = new ConcurrentHashMap<>();
    private final AtomicInteger turn = new AtomicInteger();

    Balancer(List<Integer> ports) {
        this.ports = List.copyOf(ports);
        ports.forEach(port -> idle.put(port, new ConcurrentLinkedDeque<>()));
    }

    /**
     * The status of the response.
     *
     * @throws IOException when a request gets no response, or no node accepts a connection
     */
    int send(String request) throws IOException {
        int first = turn.getAndIncrement();
        List<String> refusals = new ArrayList<>();
        for (int i = 0; i < ROUNDS * ports.size(); i++) {
            int port = ports.get(Math.floorMod(first + i, ports.size()));
            SocketChannel connection;
            try {
                connection = connect(port);
            } catch (IOException refused) {
                refusals.add("the node on " + port + ": " + refused);
                continue;
            }
            int status = exchange(connection, port, request);
            if (status != STOPPING) {
                return status;
            }
            refusals.add("the node on " + port + " refused the request");
        }
        throw new IOException(refusals.toString());
    }

    private SocketChannel connect(int port) throws IOException {
        SocketChannel kept = idle.get(port).pollFirst();
        while (kept != null) {
            if (isOpen(kept)) {
                return kept;
            }
            kept.close();
            kept = idle.get(port).pollFirst();
        }
        return SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }

    /** Whether the node has not closed the connection, as far as the client can see. */
    private static boolean isOpen(SocketChannel kept) throws IOException {
        kept.configureBlocking(false);
        try {
            return kept.read(ByteBuffer.allocate(1)) == 0;
        } catch (IOException reset) {
            return false;
        } finally {
            kept.configureBlocking(true);
        }
    }

    private int exchange(SocketChannel connection, int port, String request) throws IOException {
        ByteBuffer out = ByteBuffer.wrap(request.getBytes(StandardCharsets.UTF_8));
        while (out.hasRemaining()) {
            connection.write(out);
        }
        String answer = answer(connection, port);
        if (answer.toLowerCase(java.util.Locale.ROOT).contains("\nconnection: close")) {
            connection.close();
        } else {
            idle.get(port).addFirst(connection);
        }
        return Integer.parseInt(answer.substring("HTTP/1.1 ".length(), "HTTP/1.1 200".length()));
    }

    private static String answer(SocketChannel connection, int port) throws IOException {
        ByteBuffer in = ByteBuffer.allocate(BUFFER_BYTES);
        while (true) {
            if (connection.read(in) < 0) {
                connection.close();
                throw new IOException(
                        "the node on " + port + " closed the connection after " + in.position() + " bytes");
            }
            String read = new String(in.array(), 0, in.position(), StandardCharsets.ISO_8859_1);
            int end = read.indexOf("\r\n\r\n");
            Matcher length = LENGTH.matcher(read);
            if (end >= 0 && length.find() && read.length() >= end + 4 + Integer.parseInt(length.group(1))) {
                return read.substring(0, end);
            }
        }
    }
}
