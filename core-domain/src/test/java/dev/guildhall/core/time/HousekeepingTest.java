package dev.guildhall.core.time;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.testkit.ManualTicker;
import dev.guildhall.testkit.Sample;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class HousekeepingTest {
    private final ManualTicker time = new ManualTicker(Sample.NOW);
    private final AtomicInteger broken = new AtomicInteger();
    private final AtomicInteger done = new AtomicInteger();
    private final Housekeeping housekeeping = new Housekeeping(
            time,
            new Housekeeping.Job("the chore that fails", this::fail),
            new Housekeeping.Job("the other one", done::incrementAndGet));
    private final Thread keeper = Thread.ofVirtual().unstarted(housekeeping);

    private void fail() {
        broken.incrementAndGet();
        throw new IllegalStateException("the store cannot be reached");
    }

    @BeforeEach
    void begin() throws InterruptedException {
        keeper.start();
        time.awaitWaiting(1);
    }

    @AfterEach
    void end() throws InterruptedException {
        keeper.interrupt();
        keeper.join();
    }

    @Test
    void chores_are_done_at_once_and_every_ten_minutes() throws InterruptedException {
        int atOnce = done.get();
        time.advance(Duration.ofMinutes(10));
        time.awaitWaiting(1);

        assertThat(atOnce).isEqualTo(1);
        assertThat(done).hasValue(2);
    }

    @Test
    void a_job_that_fails_runs_again_and_does_not_block_the_others() throws InterruptedException {
        time.advance(Duration.ofMinutes(10));
        time.awaitWaiting(1);

        assertThat(broken).hasValue(2);
        assertThat(done).hasValue(2);
    }

    @Test
    void an_interrupt_ends_it() throws InterruptedException {
        keeper.interrupt();

        assertThat(keeper.join(Duration.ofSeconds(10))).isTrue();
    }

    @Test
    void an_interrupt_in_a_job_skips_the_next_one() throws InterruptedException {
        AtomicInteger next = new AtomicInteger();
        Thread interrupted = Thread.ofVirtual()
                .start(new Housekeeping(
                        time,
                        new Housekeeping.Job("the one that is interrupted", () -> {
                            Thread.currentThread().interrupt();
                            throw new IllegalStateException("interrupted");
                        }),
                        new Housekeeping.Job("the next one", next::incrementAndGet)));

        assertThat(interrupted.join(Duration.ofSeconds(10))).isTrue();
        assertThat(next).hasValue(0);
    }
}
