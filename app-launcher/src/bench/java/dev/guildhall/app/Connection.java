package dev.guildhall.app;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * One keep-alive connection that sends requests which were encoded before: a client that uses little processor time,
 * since it shares the processors with the measured server. Confined to one thread at a time.
 */
final class Connection implements AutoCloseable {
    /**
     * A response.
     *
     * @param status of the response line
     * @param body the undecoded body
     */
    record Answer(int status, String body) {}

    private static final int TIMEOUT_MS = 30_000;
    private static final int CHUNKED = -1;

    private final Socket socket;
    private final BufferedInputStream in;

    Connection(int port) {
        try {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(TIMEOUT_MS);
            in = new BufferedInputStream(socket.getInputStream(), 1 << 14);
        } catch (IOException unreachable) {
            throw new UncheckedIOException(unreachable);
        }
    }

    static byte[] get(String path, String token) {
        String bearer = token.isEmpty() ? "" : "Authorization: Bearer " + token + "\r\n";
        return ascii("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + bearer + "\r\n");
    }

    static byte[] post(String path, String body) {
        return post(path, body, "");
    }

    static byte[] post(String path, String body, String token) {
        String bearer = token.isEmpty() ? "" : "Authorization: Bearer " + token + "\r\n";
        return ascii("POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" + bearer
                + "Content-Length: " + body.length() + "\r\n\r\n" + body);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    Answer send(byte[] request) {
        try {
            socket.getOutputStream().write(request);
            return answer(status(), length());
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private int status() throws IOException {
        return Integer.parseInt(line().substring(9, 12));
    }

    /** Reads the rest of the head. */
    private int length() throws IOException {
        int length = 0;
        for (String header = line(); !header.isEmpty(); header = line()) {
            if (header.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(header.substring(15).strip());
            } else if (header.equalsIgnoreCase("Transfer-Encoding: chunked")) {
                length = CHUNKED;
            }
        }
        return length;
    }

    private Answer answer(int status, int length) throws IOException {
        return new Answer(status, length == CHUNKED ? chunks() : text(length));
    }

    private String text(int length) throws IOException {
        return new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }

    private String chunks() throws IOException {
        StringBuilder body = new StringBuilder();
        int length = Integer.parseInt(line(), 16);
        while (length > 0) {
            body.append(text(length)).append(line());
            length = Integer.parseInt(line(), 16);
        }
        return body.append(line()).toString();
    }

    /**
     * Sends a request and passes its response on line by line: a response with status 200 in chunks of ASCII.
     *
     * @throws IllegalStateException when the response is not of that form
     */
    void stream(byte[] request, Consumer<String> lines) {
        try {
            socket.getOutputStream().write(request);
            int status = status();
            int size = length();
            if (status != 200) {
                throw new IllegalStateException(answer(status, size).toString());
            }
            StringBuilder rest = new StringBuilder();
            for (int length = Integer.parseInt(line(), 16); length > 0; length = Integer.parseInt(line(), 16)) {
                rest.append(text(length)).append(line());
                for (int end = rest.indexOf("\n"); end >= 0; end = rest.indexOf("\n")) {
                    lines.accept(rest.substring(0, end));
                    rest.delete(0, end + 1);
                }
            }
            line();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** Sends a request and waits only for the first byte of its response. */
    void begin(byte[] request) {
        try {
            socket.getOutputStream().write(request);
            if (in.read() < 0) {
                throw new IOException("the server closed the connection");
            }
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder(80);
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new IOException("the server closed the connection");
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
