package dev.guildhall.http.mcp;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** One connection that sends requests which were encoded before, one after the other. Confined to one thread. */
final class KeepAlive implements AutoCloseable {
    private static final int TIMEOUT_MS = 30_000;

    private final Socket socket;
    private final BufferedInputStream in;

    KeepAlive(int port) {
        try {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(TIMEOUT_MS);
            in = new BufferedInputStream(socket.getInputStream(), 1 << 15);
        } catch (IOException unreachable) {
            throw new UncheckedIOException(unreachable);
        }
    }

    /** @param headers further ones, each with its line end */
    static byte[] post(String path, String key, String headers, String body) {
        return ("POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                        + "Accept: application/json\r\nAuthorization: Bearer " + key + "\r\n" + headers
                        + "Content-Length: " + body.length() + "\r\n\r\n" + body)
                .getBytes(StandardCharsets.US_ASCII);
    }

    /** The body of the response, whose status is 200. */
    byte[] send(byte[] request) {
        try {
            socket.getOutputStream().write(request);
            String status = line();
            int length = 0;
            for (String header = line(); !header.isEmpty(); header = line()) {
                if (header.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                    length = Integer.parseInt(header.substring(15).strip());
                }
            }
            byte[] body = in.readNBytes(length);
            if (!status.contains(" 200")) {
                throw new IllegalStateException(status + new String(body, StandardCharsets.UTF_8));
            }
            return body;
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder(80);
        for (int next = in.read(); next != '\n' && next >= 0; next = in.read()) {
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
