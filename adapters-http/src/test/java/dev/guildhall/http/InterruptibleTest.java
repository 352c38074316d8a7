package dev.guildhall.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class InterruptibleTest {
    private static final int RACES = 500;
    private static final int FEWEST_RACES = 10;
    private static final int MOST_ROUNDS = 100_000_000;

    @Test
    void an_interrupt_that_races_with_the_end_is_taken_back_or_never_comes() throws Exception {
        Interruptible former = new Interruptible();
        former.end();
        AtomicReference<Interruptible> current = new AtomicReference<>(former);
        AtomicBoolean done = new AtomicBoolean();
        Thread other = Thread.ofPlatform().start(() -> {
            while (!done.get()) {
                current.get().interrupt();
            }
        });

        int interrupted = 0;
        int leaked = 0;
        for (int round = 0; round < MOST_ROUNDS && interrupted < RACES; round++) {
            Interruptible work = new Interruptible();
            current.set(work);
            interrupted += work.end() ? 1 : 0;
            leaked += Thread.interrupted() ? 1 : 0;
        }
        done.set(true);
        other.join();

        assertThat(leaked).isZero();
        assertThat(interrupted).isGreaterThanOrEqualTo(FEWEST_RACES);
    }

    @Test
    void work_that_was_interrupted_says_so_once_it_ended() {
        Interruptible work = new Interruptible();

        work.interrupt();

        assertThat(Thread.currentThread().isInterrupted()).isTrue();
        assertThat(work.end()).isTrue();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void an_interrupt_from_elsewhere_is_left_alone() {
        Interruptible work = new Interruptible();

        Thread.currentThread().interrupt();

        assertThat(work.end()).isFalse();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void ending_twice_takes_back_one_interrupt_alone() {
        Interruptible work = new Interruptible();
        work.interrupt();
        work.end();

        Thread.currentThread().interrupt();

        assertThat(work.end()).isTrue();
        assertThat(Thread.interrupted()).isTrue();
    }
}
