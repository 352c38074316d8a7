package dev.guildhall.core.agent;

import java.util.List;

/** Calls of an answer wait for their user; the others of their round have ended and are recorded. */
final class SuspendedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<PlannedCall> asked;

    SuspendedException(List<PlannedCall> asked) {
        super("the answer waits for an approval", null, false, false);
        this.asked = List.copyOf(asked);
    }

    List<PlannedCall> asked() {
        return asked;
    }
}
