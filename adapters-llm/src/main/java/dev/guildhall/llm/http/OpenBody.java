package dev.guildhall.llm.http;

import java.io.IOException;

/** A body that ends with its connection. */
public final class OpenBody extends Body {
    OpenBody(HttpConnection connection) {
        super(connection);
    }

    @Override
    boolean hasEnd() {
        return false;
    }

    @Override
    boolean endsAtHand() {
        return false;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        return connection().read(into, offset, length);
    }
}
