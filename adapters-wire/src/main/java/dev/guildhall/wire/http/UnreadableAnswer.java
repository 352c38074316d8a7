package dev.guildhall.wire.http;

import java.io.IOException;

/** The provider's response is not an answer. The user may read the message. */
public final class UnreadableAnswer extends IOException {
    private static final long serialVersionUID = 1L;

    public UnreadableAnswer(String message) {
        super(message);
    }
}
