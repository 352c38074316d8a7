package dev.guildhall.app;

import java.io.IOException;
import java.io.OutputStream;

/** A provider that responds at once: with a whole answer, or with fifty chunks, each written separately. */
final class FastUpstream implements AutoCloseable {
    static final int PIECES = 50;

    private static final byte[] WHOLE = ModelResponses.whole("Hello from upstream. ".repeat(10));
    private static final byte[] PIECE = ModelResponses.piece("token ");
    private static final byte[] END = ModelResponses.end("stop");

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
        out.write(ModelResponses.HEAD);
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
