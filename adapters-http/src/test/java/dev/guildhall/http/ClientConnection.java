package dev.guildhall.http;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpHeaders;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * A connection for HTTP/1.1 that the calling thread writes to and reads from. The JDK's client hands each request from
 * thread to thread, which takes more processor time than most responses.
 */
final class ClientConnection {
    private static final int PATIENCE_MS = 20_000;
    private static final Map<Integer, Deque<ClientConnection>> IDLE = new ConcurrentHashMap<>();

    private final SocketChannel channel;
    private final InputStream in;
    private final OutputStream out;

    private ClientConnection(int port) throws IOException {
        this.channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        channel.socket().setTcpNoDelay(true);
        channel.socket().setSoTimeout(PATIENCE_MS);
        this.in = new BufferedInputStream(channel.socket().getInputStream());
        this.out = channel.socket().getOutputStream();
    }

    /** Sends a request to the port of this machine over an idle connection or a new one, and reads the response. */
    static Client.Answer exchange(int port, String method, String path, Map<String, String> headers, byte[] body)
            throws IOException {
        Deque<ClientConnection> idle = IDLE.computeIfAbsent(port, any -> new ConcurrentLinkedDeque<>());
        ClientConnection connection = idle.pollLast();
        while (connection != null && !connection.isOpen()) {
            connection.channel.close();
            connection = idle.pollLast();
        }
        if (connection == null) {
            connection = new ClientConnection(port);
        }
        Client.Answer answer;
        try {
            answer = connection.exchange(head(port, method, path, headers, body.length), body, method.equals("HEAD"));
        } catch (IOException failed) {
            connection.channel.close();
            throw failed;
        }
        if (answer.header("Connection").equalsIgnoreCase("close") || !hasLength(answer)) {
            connection.channel.close();
        } else {
            idle.addLast(connection);
        }
        return answer;
    }

    /** Whether the server has neither closed the connection nor sent anything that no request asked for. */
    private boolean isOpen() throws IOException {
        channel.configureBlocking(false);
        try {
            return in.available() == 0 && channel.read(ByteBuffer.allocate(1)) == 0;
        } catch (IOException reset) {
            return false;
        } finally {
            channel.configureBlocking(true);
        }
    }

    private static byte[] head(int port, String method, String path, Map<String, String> headers, int length) {
        StringBuilder head = new StringBuilder(256)
                .append(method)
                .append(' ')
                .append(path)
                .append(" HTTP/1.1\r\nHost: 127.0.0.1:")
                .append(port)
                .append("\r\n");
        headers.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        if (length > 0 || !method.equals("GET") && !method.equals("HEAD")) {
            head.append("Content-Length: ").append(length).append("\r\n");
        }
        return head.append("\r\n").toString().getBytes(StandardCharsets.UTF_8);
    }

    private Client.Answer exchange(byte[] head, byte[] body, boolean isHead) throws IOException {
        try {
            out.write(head);
            out.write(body);
        } catch (IOException refused) {
            // The server may have answered before it has read the whole request.
        }
        int status;
        HttpHeaders headers;
        do {
            status = Integer.parseInt(line().split(" ", 3)[1]);
            headers = headers();
        } while (status < 200);
        byte[] content = isHead || status == 204 || status == 304 ? new byte[0] : content(headers);
        return new Client.Answer(status, new String(content, StandardCharsets.UTF_8), headers);
    }

    private HttpHeaders headers() throws IOException {
        Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            headers.computeIfAbsent(line.substring(0, colon), any -> new ArrayList<>())
                    .add(line.substring(colon + 1).strip());
        }
        return HttpHeaders.of(headers, (name, value) -> true);
    }

    private static boolean hasLength(Client.Answer answer) {
        return answer.status() == 204
                || answer.status() == 304
                || answer.headers().firstValue("Content-Length").isPresent()
                || answer.headers().firstValue("Transfer-Encoding").isPresent();
    }

    private byte[] content(HttpHeaders headers) throws IOException {
        if (headers.firstValue("Transfer-Encoding").isEmpty()) {
            long length = headers.firstValueAsLong("Content-Length").orElse(Integer.MAX_VALUE);
            return exactly(
                    in.readNBytes((int) length),
                    headers.firstValueAsLong("Content-Length").orElse(-1));
        }
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (int length = chunkLength(); length > 0; length = chunkLength()) {
            content.writeBytes(exactly(in.readNBytes(length), length));
            line();
        }
        headers();
        return content.toByteArray();
    }

    private int chunkLength() throws IOException {
        return Integer.parseInt(line().replaceFirst(";.*", ""), 16);
    }

    private static byte[] exactly(byte[] read, long length) throws EOFException {
        if (length >= 0 && read.length < length) {
            throw new EOFException("the response ended after " + read.length + " of " + length + " bytes");
        }
        return read;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder(64);
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the response ended after: " + line);
            }
            line.append((char) next);
        }
        line.setLength(line.length() - 1);
        return line.toString();
    }
}
