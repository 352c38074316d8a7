package dev.guildhall.app;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;

/**
 * A provider that answers at once: a whole answer, or fifty pieces, each written by itself. It counts the pieces that it
 * has written, as a provider would bill them.
 */
final class FastUpstream implements AutoCloseable {
    static final int PIECES = 50;

    private static final int BACKLOG = 4096;
    private static final byte[] WHOLE = response(
            "{\"id\":\"c\",\"object\":\"chat.completion\",\"created\":1,\"model\":\"fast\",\"choices\":[{\"index\":0,"
                    + "\"message\":{\"role\":\"assistant\",\"content\":\"" + "Hello from upstream. ".repeat(10)
                    + "\"},\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":12,\"completion_tokens\":50}}");
    private static final byte[] HEAD =
            ascii("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n");
    private static final byte[] PIECE = event("{\"model\":\"fast\",\"choices\":[{\"index\":0,\"delta\":"
            + "{\"content\":\"token \"},\"finish_reason\":null}]}");
    private static final byte[] END = ascii(new String(
                    event("{\"model\":\"fast\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}],"
                            + "\"usage\":{\"prompt_tokens\":12,\"completion_tokens\":50}}"),
                    StandardCharsets.US_ASCII)
            + new String(event("[DONE]"), StandardCharsets.US_ASCII)
            + "0\r\n\r\n");

    private final ServerSocket listener;
    private final LongAdder pieces = new LongAdder();

    FastUpstream() {
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

    /** How many pieces were written since the beginning. */
    long pieces() {
        return pieces.sum();
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
            while (line(in).startsWith("POST")) {
                String body = new String(in.readNBytes(length(in)), StandardCharsets.UTF_8);
                if (body.contains("\"stream\":true")) {
                    stream(out);
                } else {
                    out.write(WHOLE);
                }
            }
        } catch (IOException gone) {
            // The gateway has ended the call: that is what aborts are about.
        }
    }

    private void stream(OutputStream out) throws IOException {
        out.write(HEAD);
        for (int i = 0; i < PIECES; i++) {
            out.write(PIECE);
            pieces.increment();
        }
        out.write(END);
    }

    private static int length(InputStream in) throws IOException {
        int length = 0;
        for (String header = line(in); !header.isEmpty(); header = line(in)) {
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
                return "";
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    private static byte[] event(String data) {
        String event = "data: " + data + "\n\n";
        return ascii(Integer.toHexString(event.length()) + "\r\n" + event + "\r\n");
    }

    private static byte[] response(String json) {
        return ascii("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + json.length()
                + "\r\n\r\n" + json);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
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
