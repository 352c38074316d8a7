package dev.guildhall.http.limit;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Refuses requests early while the running requests may need more memory than is available (load shedding). The
 * requests that are admitted are answered in time. A request that waits for a model or an event needs little memory
 * meanwhile. Thread-safe.
 */
public final class LoadShedder {
    private static final int KIB = 1024;
    private static final int REQUEST_KIB = 1024;
    private static final int WAITING_KIB = 64;

    /**
     * The most memory that one byte of the first MiB of JSON can need: the text, a tree, values, and the database driver's
     * copies.
     */
    private static final int BYTES_PER_BODY_BYTE = 24;

    /**
     * The same for each further byte, since only pictures and files make a body so large, and the number of its values is
     * limited: the body, and a part of it in the form of another provider. A request keeps it while it waits for a model.
     */
    private static final int BYTES_PER_FURTHER_BYTE = 3;

    /** How long a request waits for others to end before it is refused: a burst of requests is delayed, not refused. */
    public static final Duration PATIENCE = Duration.ofMillis(500);

    private final Semaphore kib;
    private final Duration patience;

    /**
     * Admits requests that together need at most so many bytes.
     *
     * @param patience how long a request waits for memory
     */
    public LoadShedder(long bytes, Duration patience) {
        this.kib = new Semaphore((int) Math.min(Integer.MAX_VALUE, bytes / KIB), true);
        this.patience = patience;
    }

    /** Admits a request; throws {@code Overloaded} when there is no memory for it. */
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

    /** Signals that there is no memory for a request, or for the rest of it. */
    public static final class Overloaded extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Overloaded() {
            super("the server is overloaded", null, false, false);
        }
    }

    /** The memory of one request. Confined to its thread. */
    public final class Permit implements AutoCloseable {
        private int held = REQUEST_KIB;
        private long received;

        /**
         * Reserves memory for a body of so many bytes, before the body is read.
         *
         * @throws Overloaded when there is no memory for it
         */
        public void expect(long bytes) {
            if (kib.availablePermits() + held < workKib(bytes)) {
                throw new Overloaded();
            }
            beginWait();
        }

        /** From now on the request waits for its client or for others. */
        public void beginWait() {
            hold(WAITING_KIB + furtherKib(received), Duration.ZERO);
        }

        /**
         * Reserves memory for so many further bytes of the body.
         *
         * @throws Overloaded when there is no memory for them
         */
        public void receive(int bytes) {
            received += bytes;
            hold(WAITING_KIB + Math.ceilDiv(received, KIB) + furtherKib(received), Duration.ZERO);
        }

        /**
         * The body has arrived completely, and the work on it begins.
         *
         * @throws Overloaded when there is no memory for it
         */
        public void beginWork() {
            hold(workKib(received), patience);
        }

        private static long workKib(long body) {
            long first = Math.min(body, (long) REQUEST_KIB * KIB);
            return REQUEST_KIB + first * BYTES_PER_BODY_BYTE / KIB + furtherKib(body);
        }

        private static long furtherKib(long body) {
            return Math.max(0, body - (long) REQUEST_KIB * KIB) * BYTES_PER_FURTHER_BYTE / KIB;
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
