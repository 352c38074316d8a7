package dev.guildhall.testkit;

import dev.guildhall.core.Core;
import dev.guildhall.core.Parts;
import dev.guildhall.ports.problem.Refusal;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;

/**
 * A core for tests, in memory except for the parts that the test replaces. Its time stands still until the test advances it or
 * waits in it, and the threads of the test do all its work: the same calls lead to the same events in the same order, with the
 * same identifiers. Thread-safe as far as a core is.
 */
public final class TestCore implements AutoCloseable {
    private final ManualTicker time = new ManualTicker(Sample.NOW);
    private final AtomicLong ids = new AtomicLong();
    private final Core core;

    /** A core with the parts that the change replaces: not the clock, the ticker or the identifiers. */
    public TestCore(UnaryOperator<Parts> change) {
        core = Core.of(parts -> change.apply(parts)
                .clock(time)
                .ticker(time::advance)
                .ids(prefix -> "%s_%08d".formatted(prefix, ids.incrementAndGet()))
                .callersRun());
    }

    /** The core under test. */
    public Core core() {
        return core;
    }

    /** The time of the core; at first {@link Sample#NOW}. */
    public Instant now() {
        return time.instant();
    }

    /** Moves the time on, without any work: {@link #runDue()} follows. */
    public void advance(Duration time) {
        if (time.isNegative()) {
            throw new IllegalArgumentException("time: must not be negative");
        }
        this.time.advance(time);
    }

    /**
     * Does on the calling thread what is due, until nothing is: as {@link Core#runDue()}.
     *
     * @throws Refusal with {@code CommonProblem.Unavailable} when the core has been closed, or a store cannot be reached
     */
    public void runDue() {
        core.runDue();
    }

    @Override
    public void close() {
        core.close();
    }
}
