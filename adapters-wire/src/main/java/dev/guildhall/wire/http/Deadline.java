package dev.guildhall.wire.http;

import java.net.SocketTimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/** When the wait of one thread expires; {@link Deadlines} ends it then. */
final class Deadline {
    /** The end of a wait that does not expire. */
    static final long NONE = Long.MAX_VALUE;

    private static final long EXPIRED = -1;

    private final AtomicLong at = new AtomicLong(NONE);
    private final Runnable end;

    /** @param end makes the thread that waits get an exception */
    Deadline(Runnable end) {
        this.end = end;
    }

    void beginWait(long until) {
        at.set(until);
    }

    /** @throws SocketTimeoutException when the wait has expired */
    void endWait() throws SocketTimeoutException {
        if (at.getAndSet(NONE) == EXPIRED) {
            throw new SocketTimeoutException("waited too long");
        }
    }

    void endIfExpired(long now) {
        long current = at.get();
        if (current != EXPIRED && current <= now && at.compareAndSet(current, EXPIRED)) {
            end.run();
        }
    }
}
