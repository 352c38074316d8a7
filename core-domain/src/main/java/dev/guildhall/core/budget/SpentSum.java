package dev.guildhall.core.budget;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * What one spender has spent in a period: the stored sum, and this node's requests that ended since it was read. A
 * request that ends during a read may count twice until the next one, never not at all. Threads that need a new sum at
 * the same time share one read.
 */
final class SpentSum {
    /** How old a stored sum may be far from the limit. */
    private static final Duration FRESH = Duration.ofMillis(250);

    private static final BigDecimal TEN = BigDecimal.TEN;

    private final InstantSource clock;
    private final Function<LocalDate, BigDecimal> stored;
    private final Runnable flush;
    private final ReentrantLock reading = new ReentrantLock();
    private final AtomicReference<BigDecimal> own = new AtomicReference<>(BigDecimal.ZERO);
    private volatile long reads;
    private volatile Optional<Read> last = Optional.empty();

    /** The stored sum of a period, and this node's own sum before the read, which the stored sum includes. */
    private record Read(LocalDate first, BigDecimal stored, BigDecimal own, Instant at) {}

    /**
     * Creates the sum of a spender.
     *
     * @param stored reads the stored sum since a day
     * @param flush stores the entries that wait
     */
    SpentSum(InstantSource clock, Function<LocalDate, BigDecimal> stored, Runnable flush) {
        this.clock = clock;
        this.stored = stored;
        this.flush = flush;
    }

    /** Adds a request of this node that the journal has already. */
    void add(BigDecimal cost) {
        own.accumulateAndGet(cost, BigDecimal::add);
    }

    /**
     * The sum since a day. It is read again when it is too old, and before each call when the spender comes near its
     * limit, so that no request of another node is missed then.
     *
     * @param limit the budget for the period that begins on that day
     */
    BigDecimal spent(LocalDate first, BigDecimal limit) {
        Instant now = clock.instant();
        Optional<Read> known = last.filter(read -> read.first().equals(first));
        if (known.isPresent() && !isOlder(known.get(), FRESH, now) && isSure(known.get(), limit)) {
            return sum(known.get());
        }
        boolean mayUseOld =
                known.isPresent() && !isOlder(known.get(), FRESH.multipliedBy(2), now) && isSure(known.get(), limit);
        return sum(read(first, mayUseOld));
    }

    private static boolean isOlder(Read read, Duration most, Instant now) {
        return Budgets.isOlder(read.at(), most, now);
    }

    private BigDecimal sum(Read read) {
        return read.stored().add(since(read));
    }

    private BigDecimal since(Read read) {
        return own.get().subtract(read.own());
    }

    private boolean isSure(Read read, BigDecimal limit) {
        BigDecimal left = limit.subtract(read.stored());
        return left.signum() <= 0
                || (left.multiply(TEN).compareTo(limit) > 0
                        && since(read).multiply(TEN).compareTo(left) < 0);
    }

    /** A read that began after this thread came here serves it too: that is the second one that it sees begin. */
    private Read read(LocalDate first, boolean mayUseOld) {
        long seen = reads;
        if (!reading.tryLock()) {
            Optional<Read> old = last.filter(read -> read.first().equals(first));
            if (mayUseOld && old.isPresent()) {
                return old.get();
            }
            reading.lock();
        }
        try {
            Optional<Read> shared = last.filter(read -> read.first().equals(first) && isWhole(seen));
            return shared.orElseGet(() -> readNow(first));
        } finally {
            reading.unlock();
        }
    }

    /** An odd number of steps means that a read was running when this thread came; the one after it counts. */
    private boolean isWhole(long seen) {
        return reads >= seen + (seen % 2 == 0 ? 2 : 3);
    }

    /** Counts a step at the begin and at the end of each read. Only with the lock. */
    private Read readNow(LocalDate first) {
        step();
        try {
            BigDecimal before = own.get();
            Instant at = clock.instant();
            flush.run();
            Read read = new Read(first, stored.apply(first), before, at);
            last = Optional.of(read);
            return read;
        } finally {
            step();
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate")
    private void step() {
        reads = reads + 1;
    }
}
