package dev.guildhall.app;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A server on loopback with a minimal HTTP implementation and scripted responses. Thread-safe. */
final class Upstream implements AutoCloseable {
    /** The script; several connections may call it concurrently. */
    interface Script {
        void answer(Asked asked) throws IOException;
    }

    /**
     * A request, and the stream for its response.
     *
     * @param line the request line
     * @param headers the lines of the headers
     * @param body the undecoded body
     * @param in ends when the client has disconnected
     * @param out gets the whole response, with its head
     */
    record Asked(String line, List<String> headers, String body, InputStream in, OutputStream out) {
        /** Blocks until the client has disconnected. */
        void awaitLeaving() {
            try {
                while (in.read() >= 0) {
                    // The client sends nothing before the response.
                }
            } catch (IOException reset) {
                // A reset is a disconnection too.
            }
        }
    }

    private static final int BACKLOG = 4096;

    private final ServerSocket listener;
    private final Script script;

    Upstream(Script script) {
        this.script = script;
        try {
            listener = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        Thread.ofPlatform().daemon().name("upstream").start(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                client.setTcpNoDelay(true);
                Thread.ofVirtual().start(() -> serve(client));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket client) {
        try (client) {
            InputStream in = new BufferedInputStream(client.getInputStream(), 1 << 13);
            OutputStream out = client.getOutputStream();
            for (String line = line(in); !line.isEmpty(); line = line(in)) {
                List<String> headers = headers(in);
                int length = length(headers);
                byte[] body = in.readNBytes(length);
                if (body.length < length) {
                    throw new EOFException();
                }
                script.answer(new Asked(line, headers, new String(body, StandardCharsets.UTF_8), in, out));
            }
        } catch (IOException gone) {
            // The client has cancelled the call, perhaps while it sent it: that is what the tests about cancellation
            // do.
        }
    }

    private static List<String> headers(InputStream in) throws IOException {
        List<String> headers = new ArrayList<>();
        for (String header = line(in); !header.isEmpty(); header = line(in)) {
            headers.add(header);
        }
        return headers;
    }

    private static int length(List<String> headers) {
        int length = 0;
        for (String header : headers) {
            if (header.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(header.substring(15).strip());
            }
        }
        return length;
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder(80);
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException();
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
            listener.close();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
