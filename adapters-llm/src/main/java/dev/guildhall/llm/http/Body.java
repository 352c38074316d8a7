package dev.guildhall.llm.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** The body of one answer. Reading waits only when nothing could be read without. For one thread. */
public abstract class Body extends InputStream {
    private final HttpConnection connection;

    Body(HttpConnection connection) {
        this.connection = connection;
    }

    /** The body behind that head (RFC 9112, 6.3). */
    static Body of(ResponseHead head, HttpConnection connection) {
        if (head.isBodiless()) {
            return new SizedBody(connection, 0);
        }
        if (head.chunked()) {
            return new ChunkedBody(connection);
        }
        return head.length() >= 0 ? new SizedBody(connection, head.length()) : new OpenBody(connection);
    }

    final HttpConnection connection() {
        return connection;
    }

    /** Whether it ends before its connection does. */
    abstract boolean hasEnd();

    /** Whether all of it was read, or could be without waiting. */
    abstract boolean endsAtHand() throws IOException;

    /** All that is left of it, when that lies there already; empty otherwise. */
    Optional<Slice> atHand() {
        return Optional.empty();
    }

    @Override
    public final int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
    }

    @Override
    public abstract int read(byte[] into, int offset, int length) throws IOException;

    static EOFException brokeOff() {
        return new EOFException("the connection ended in the body");
    }
}
