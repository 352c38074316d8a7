package dev.guildhall.llm.http;

import java.io.IOException;

/** The provider answered something that is no answer. Its message is fit for the person who asked. */
public final class UnreadableAnswer extends IOException {
    private static final long serialVersionUID = 1L;

    public UnreadableAnswer(String message) {
        super(message);
    }
}
