package dev.guildhall.http;

import dev.guildhall.wire.secrets.Secrets;
import dev.guildhall.wire.secrets.WireSecrets;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A socket to the server, for tests that need more control than an HTTP client gives. */
public final class RawHttp implements AutoCloseable {
    private static final int PATIENCE_MS = 20_000;
    private static final WireSecrets SECRETS = new WireSecrets(Secrets.OF_THIS_RUN);

    private final Socket socket;

    public RawHttp(int port) {
        this(port, InetAddress.getLoopbackAddress());
    }

    /** A socket from one of the client's addresses. */
    public RawHttp(int port, InetAddress from) {
        try {
            socket = new Socket(InetAddress.getLoopbackAddress(), port, from, 0);
            socket.setSoTimeout(PATIENCE_MS);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    public RawHttp send(String text) {
        SECRETS.sent(text);
        try {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
            socket.getOutputStream().flush();
            return this;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Sends a whole request; the server closes the connection after its response. */
    public RawHttp request(String method, String path, String headers, String body) {
        int length = body.getBytes(StandardCharsets.UTF_8).length;
        return send(method + " " + path + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n" + headers + "Content-Length: "
                + length + "\r\n\r\n" + body);
    }

    /** Closes the sending side. */
    public RawHttp endOfRequest() {
        try {
            socket.shutdownOutput();
            return this;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Resets the connection instead of closing it (RST). */
    void reset() {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    public String readAll() {
        try {
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Reads up to and including a text. */
    public String readUntil(String end) {
        try {
            InputStream in = socket.getInputStream();
            StringBuilder read = new StringBuilder();
            while (read.indexOf(end) < 0) {
                int next = in.read();
                if (next < 0) {
                    throw new IllegalStateException("the stream ended after " + read);
                }
                read.append((char) next);
            }
            return read.toString();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
