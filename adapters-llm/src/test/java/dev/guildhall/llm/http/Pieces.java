package dev.guildhall.llm.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;
import javax.net.ssl.SSLSocketFactory;

/** A connection whose bytes come in pieces that a test chooses, one a read. */
final class Pieces extends Socket {
    private final InputStream in;

    private Pieces(List<byte[]> pieces) {
        this.in = new InputStream() {
            private int piece;
            private int at;

            @Override
            public int read() {
                throw new UnsupportedOperationException("bytes are read in pieces");
            }

            @Override
            public int read(byte[] into, int offset, int length) {
                if (piece == pieces.size()) {
                    return -1;
                }
                byte[] current = pieces.get(piece);
                int read = Math.min(length, current.length - at);
                System.arraycopy(current, at, into, offset, read);
                at += read;
                if (at == current.length) {
                    piece++;
                    at = 0;
                }
                return read;
            }

            @Override
            public int available() {
                return piece == pieces.size() ? 0 : pieces.get(piece).length - at;
            }
        };
    }

    @Override
    public InputStream getInputStream() {
        return in;
    }

    @Override
    public OutputStream getOutputStream() {
        return new ByteArrayOutputStream();
    }

    /** In one piece. */
    static HttpConnection whole(String text) {
        return text.isEmpty() ? connection(List.of()) : connection(List.of(bytes(text)));
    }

    /** In pieces of one byte. */
    static HttpConnection dripping(String text) {
        return cut(text, bound -> 1);
    }

    /** In pieces of any size. */
    static HttpConnection cut(String text, Random random) {
        return cut(text, bound -> 1 + random.nextInt(Math.min(bound, 40)));
    }

    private static HttpConnection cut(String text, IntUnaryOperator size) {
        byte[] all = bytes(text);
        Stream.Builder<byte[]> pieces = Stream.builder();
        for (int from = 0, to; from < all.length; from = to) {
            to = from + size.applyAsInt(all.length - from);
            pieces.add(Arrays.copyOfRange(all, from, to));
        }
        return connection(pieces.build().toList());
    }

    private static HttpConnection connection(List<byte[]> pieces) {
        try {
            return new HttpConnection(new WatchedSocket(new Deadlines(), call()), new Pieces(pieces));
        } catch (IOException impossible) {
            throw new AssertionError(impossible);
        }
    }

    /** A call that has all the time that it needs. */
    static CallProgress call() {
        ProviderTimeouts timeouts = ProviderTimeouts.DEFAULT;
        Connector nowhere = new Connector(
                new Origin(false, "localhost", 1), () -> (SSLSocketFactory) SSLSocketFactory.getDefault());
        return new CallProgress(new TimedClient(
                new HttpCalls(nowhere), timeouts, "first token", Duration.ofMinutes(1), Duration.ofMinutes(1)));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
