package dev.guildhall.http.limit;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Refuses requests early while those that are under way may need more memory than they can have (load
 * shedding). The requests that are let in are answered in time. A request that waits, for a model or an event, needs
 * little meanwhile. Thread-safe.
 */
public final class LoadShedder {
    private static final int KIB = 1024;
    private static final int REQUEST_KIB = 1024;
    private static final int WAITING_KIB = 64;

    /** What becomes of a byte of JSON at most: the text, a tree, values, and what the database's driver makes of them. */
    private static final int BYTES_PER_BODY_BYTE = 24;

    /** How long a request waits for others to end before it is refused: a burst is answered, only later. */
    public static final Duration PATIENCE = Duration.ofMillis(500);

    private final Semaphore kib;
    private final Duration patience;

    /**
     * Lets in what fits into so many bytes.
     *
     * @param patience how long a request waits for room
     */
    public LoadShedder(long bytes, Duration patience) {
        this.kib = new Semaphore((int) Math.min(Integer.MAX_VALUE, bytes / KIB), true);
        this.patience = patience;
    }

    /**
     * Lets a request in.
     *
     * @throws Overloaded when there is no memory for it
     */
    public Permit admit() {
        acquire(REQUEST_KIB, patience);
        return new Permit();
    }

    private void acquire(int more, Duration longest) {
        try {
            if (!kib.tryAcquire(more) && !kib.tryAcquire(more, longest.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new Overloaded();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Overloaded();
        }
    }

    /** Tells that there is no memory for a request, or for the rest of it. */
    public static final class Overloaded extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Overloaded() {
            super("too much work", null, false, false);
        }
    }

    /** The memory of one request. Confined to its thread. */
    public final class Permit implements AutoCloseable {
        private int held = REQUEST_KIB;
        private long received;

        /**
         * A body of so many bytes is about to come. Refuses it before it is read where it could not be worked on now.
         *
         * @throws Overloaded when there is no memory for it
         */
        public void expect(long bytes) {
            if (kib.availablePermits() + held < REQUEST_KIB + bytes * BYTES_PER_BODY_BYTE / KIB) {
                throw new Overloaded();
            }
            beginWait();
        }

        /** From here on the request waits for its client or for others. */
        public void beginWait() {
            hold(WAITING_KIB, Duration.ZERO);
        }

        /**
         * So many further bytes of the body have come.
         *
         * @throws Overloaded when there is no memory for them
         */
        public void receive(int bytes) {
            received += bytes;
            hold(WAITING_KIB + Math.ceilDiv(received, KIB), Duration.ZERO);
        }

        /**
         * The body has come, and the work begins.
         *
         * @throws Overloaded when there is no memory for it
         */
        public void beginWork() {
            hold(REQUEST_KIB + received * BYTES_PER_BODY_BYTE / KIB, patience);
        }

        @Override
        public void close() {
            hold(0, Duration.ZERO);
        }

        private void hold(long needed, Duration longest) {
            int more = (int) needed - held;
            if (more > 0) {
                acquire(more, longest);
            } else {
                kib.release(-more);
            }
            held = (int) needed;
        }
    }
}
