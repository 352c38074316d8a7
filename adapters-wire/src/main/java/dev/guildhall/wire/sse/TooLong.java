package dev.guildhall.wire.sse;

import java.io.IOException;

/** A line or an event is longer than its bound. */
public final class TooLong extends IOException {
    private static final long serialVersionUID = 1L;

    TooLong(long maxBytes) {
        super("a line or an event has more than " + maxBytes + " bytes");
    }
}
