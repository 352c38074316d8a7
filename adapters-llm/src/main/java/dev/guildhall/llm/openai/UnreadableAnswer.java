package dev.guildhall.llm.openai;

import java.io.IOException;

/** The provider answered something that is no answer. Its message is fit for the person who asked. */
final class UnreadableAnswer extends IOException {
    private static final long serialVersionUID = 1L;

    UnreadableAnswer(String message) {
        super(message);
    }
}
