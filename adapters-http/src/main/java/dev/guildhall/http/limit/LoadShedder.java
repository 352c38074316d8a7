package dev.guildhall.http.limit;

import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.CommonProblem.RateLimited.Counted;
import dev.guildhall.ports.problem.Refusal;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Refuses requests early while the running requests may need more memory than is available (load shedding). The
 * requests that are admitted are answered in time. A request that waits for a model or an event needs little memory
 * meanwhile. The requests of one user, or before sign-in of one address, get an eighth of the memory, and their bodies
 * too (general-25).
 */
public final class LoadShedder {
    private static final int KIB = 1024;
    private static final int REQUEST_KIB = 1024;
    private static final int WAITING_KIB = 8;
    /** For a request whose user is not known yet: its head, and the check of its token. */
    private static final int ARRIVED_KIB = 32;

    /** The requests of one user, and their bodies, get one part of so many. */
    private static final int SHARES = 8;

    /** The work on this much of a body is not counted against the share: it needs as much as a request without a body. */
    private static final int SMALL_BODY = 64 * KIB;

    /**
     * The most memory that one byte of the first MiB of JSON can need: the text, a tree, values, and the database driver's
     * copies.
     */
    private static final int BYTES_PER_BODY_BYTE = 24;

    /**
     * The same for each further byte, since only pictures and files make a body so large, and the number of its values is
     * limited: the body, and a part of it in the form of another provider. For each byte of any body a request keeps as
     * much while it waits for a model.
     */
    private static final int BYTES_KEPT_PER_BODY_BYTE = 3;

    /** How long a request waits for others to end before it is refused: a burst of requests is delayed, not refused. */
    public static final Duration PATIENCE = Duration.ofMillis(500);

    /** When a user whose share is used up may try again. */
    private static final Duration SOON = Duration.ofSeconds(1);

    private final Semaphore kib;
    private final int shareKib;
    private final Duration patience;
    private final Map<String, Share> shares = new ConcurrentHashMap<>();

    /**
     * Admits requests that together need at most so many bytes.
     *
     * @param patience how long a request waits for memory
     */
    public LoadShedder(long bytes, Duration patience) {
        int all = (int) Math.min(Integer.MAX_VALUE, bytes / KIB);
        this.kib = new Semaphore(all, true);
        this.shareKib = Math.max(1, all / SHARES);
        this.patience = patience;
    }

    /** Admits a request whose user is not known yet; throws {@code Overloaded} when there is no memory for it. */
    public Permit admit() {
        Permit permit = new Permit();
        permit.require(permit.memory.hold(ARRIVED_KIB, patience));
        return permit;
    }

    /** Signals that there is no memory for a request, or for the rest of it. */
    public static final class Overloaded extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Overloaded() {
            super("the server is overloaded", null, false, false);
        }
    }

    private final class Share {
        private final Semaphore running = new Semaphore(Math.max(1, shareKib / REQUEST_KIB), true);
        private final Semaphore arriving = new Semaphore(shareKib, true);
        private final Semaphore working = new Semaphore(shareKib, true);
        /** What requests keep of the first MiB of their bodies until their end; a larger body does not delay others. */
        private final Semaphore kept = new Semaphore(shareKib, true);

        private int requests;
    }

    /** What one request holds of a semaphore. A request that needs more than the maximum holds the maximum. */
    private static final class Held {
        private final Semaphore semaphore;
        private final int most;
        private int held;

        Held(Semaphore semaphore, int most) {
            this.semaphore = semaphore;
            this.most = most;
        }

        /** Holds so much from now on; false, and nothing is changed, when that is not free in time. */
        boolean hold(long needed, Duration longest) {
            int next = (int) Math.min(most, needed);
            int more = next - held;
            if (more <= 0) {
                semaphore.release(-more);
            } else if (!acquired(more, longest)) {
                return false;
            }
            held = next;
            return true;
        }

        private boolean acquired(int more, Duration longest) {
            try {
                return semaphore.tryAcquire(more)
                        || semaphore.tryAcquire(more, longest.toNanos(), TimeUnit.NANOSECONDS);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
    }

    /** The memory of one request. Confined to its thread. */
    public final class Permit implements AutoCloseable {
        private final Held memory = new Held(kib, Integer.MAX_VALUE);
        private Optional<Part> part = Optional.empty();

        private Permit() {}

        /**
         * Counts the request in the share of its user or address, and begins the work on it; to be called before
         * {@link #reserve}. When the share's other requests are at work, it waits for them, with little memory.
         *
         * @throws Overloaded when there is no memory for it
         * @throws Refusal with {@code CommonProblem.RateLimited} when the share is used up
         */
        public void countFor(String key) {
            Part mine = new Part(key);
            part = Optional.of(mine);
            if (!mine.running.hold(1, Duration.ZERO)) {
                memory.hold(WAITING_KIB, Duration.ZERO);
                requireShare(mine.running.hold(1, patience), Counted.REQUESTS_AT_ONCE);
            }
            require(memory.hold(REQUEST_KIB, patience));
        }

        /**
         * Reserves memory for a body: at first for its declared length, then for what has arrived of it.
         *
         * @param bytes of the body in all
         * @throws Overloaded when there is no memory for it or for the work on it
         * @throws Refusal with {@code CommonProblem.RateLimited} when the share is used up
         */
        public void reserve(long bytes) {
            Part mine = part.orElseThrow();
            mine.length = Math.max(mine.length, bytes);
            require(kib.availablePermits() + memory.held >= workKib(mine.length));
            long needed = WAITING_KIB + Math.ceilDiv(mine.length, KIB);
            requireShare(mine.arriving.hold(needed, Duration.ZERO), Counted.BODIES);
            require(memory.hold(needed, Duration.ZERO));
            mine.running.hold(0, Duration.ZERO);
        }

        /** From now on the request waits for its client or for others. */
        public void beginWait() {
            part.ifPresent(mine -> {
                mine.working.hold(keptKib(mine.length) - mine.kept.held, Duration.ZERO);
                mine.running.hold(0, Duration.ZERO);
            });
            require(memory.hold(WAITING_KIB + keptKib(length()), Duration.ZERO));
        }

        /**
         * The body has arrived completely, and the work on it begins.
         *
         * @throws Overloaded when there is no memory for it
         * @throws Refusal with {@code CommonProblem.RateLimited} when the share is used up
         */
        public void beginWork() {
            part.ifPresent(mine -> {
                requireShare(mine.running.hold(1, patience), Counted.REQUESTS_AT_ONCE);
                long large = Math.max(0, workKib(mine.length) - workKib(SMALL_BODY));
                requireShare(mine.kept.hold(keptKib(firstOf(mine.length)), patience), Counted.BODIES);
                requireShare(mine.working.hold(large, patience), Counted.BODIES);
                mine.arriving.hold(0, Duration.ZERO);
            });
            require(memory.hold(workKib(length()), patience));
        }

        private long length() {
            return part.map(mine -> mine.length).orElse(0L);
        }

        private void require(boolean isHeld) {
            if (!isHeld) {
                throw new Overloaded();
            }
        }

        private void requireShare(boolean isHeld, Counted what) {
            if (!isHeld) {
                throw new Refusal(new CommonProblem.RateLimited(SOON, what));
            }
        }

        private static long workKib(long length) {
            long first = firstOf(length);
            return REQUEST_KIB + first * BYTES_PER_BODY_BYTE / KIB + keptKib(length - first);
        }

        private static long firstOf(long length) {
            return Math.min(length, (long) REQUEST_KIB * KIB);
        }

        private static long keptKib(long length) {
            return length * BYTES_KEPT_PER_BODY_BYTE / KIB;
        }

        @Override
        public void close() {
            memory.hold(0, Duration.ZERO);
            part.ifPresent(Part::close);
            part = Optional.empty();
        }
    }

    /** The part of one request in the share of its user. Confined to the request's thread. */
    private final class Part implements AutoCloseable {
        private final String key;
        private final Held running;
        private final Held arriving;
        private final Held working;
        private final Held kept;
        private long length;

        Part(String key) {
            this.key = key;
            Share share = shares.compute(key, (same, here) -> {
                Share known = here == null ? new Share() : here;
                known.requests++;
                return known;
            });
            this.running = new Held(share.running, 1);
            this.arriving = new Held(share.arriving, shareKib);
            this.working = new Held(share.working, shareKib);
            this.kept = new Held(share.kept, shareKib);
        }

        @Override
        public void close() {
            running.hold(0, Duration.ZERO);
            arriving.hold(0, Duration.ZERO);
            working.hold(0, Duration.ZERO);
            kept.hold(0, Duration.ZERO);
            shares.computeIfPresent(key, (same, here) -> --here.requests == 0 ? null : here);
        }
    }
}
