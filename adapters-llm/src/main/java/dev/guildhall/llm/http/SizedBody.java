package dev.guildhall.llm.http;

import java.io.IOException;
import java.util.Optional;

/** A body whose length was told. */
final class SizedBody extends Body {
    private long left;

    SizedBody(HttpConnection connection, long length) {
        super(connection);
        this.left = length;
    }

    @Override
    boolean hasEnd() {
        return true;
    }

    @Override
    boolean endsAtHand() {
        atHand();
        return left == 0;
    }

    @Override
    Optional<Slice> atHand() {
        if (left > connection().available()) {
            return Optional.empty();
        }
        Slice rest = connection().buffered().first((int) left);
        connection().skip(rest.length());
        left = 0;
        return Optional.of(rest);
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (left == 0) {
            return -1;
        }
        int read = connection().read(into, offset, (int) Math.min(left, length));
        if (read < 0) {
            throw brokeOff();
        }
        left -= read;
        return read;
    }
}
