package dev.guildhall.app;

import java.io.IOException;
import java.io.OutputStream;

/** A provider that answers at once: a whole answer, or fifty pieces, each written by itself. */
final class FastUpstream implements AutoCloseable {
    static final int PIECES = 50;

    private static final byte[] WHOLE = ModelWire.whole("Hello from upstream. ".repeat(10));
    private static final byte[] PIECE = ModelWire.piece("token ");
    private static final byte[] END = ModelWire.end("stop");

    private final Upstream upstream = new Upstream(FastUpstream::answer);

    int port() {
        return upstream.port();
    }

    private static void answer(Upstream.Asked asked) throws IOException {
        if (asked.body().contains("\"stream\":true")) {
            stream(asked.out());
        } else {
            asked.out().write(WHOLE);
        }
    }

    private static void stream(OutputStream out) throws IOException {
        out.write(ModelWire.HEAD);
        for (int i = 0; i < PIECES; i++) {
            out.write(PIECE);
        }
        out.write(END);
    }

    @Override
    public void close() {
        upstream.close();
    }
}
