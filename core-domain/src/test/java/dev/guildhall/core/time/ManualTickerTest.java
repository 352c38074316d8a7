package dev.guildhall.core.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.testkit.ManualTicker;
import dev.guildhall.testkit.Sample;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class ManualTickerTest {
    private final ManualTicker time = new ManualTicker(Sample.NOW);

    private Thread start(Duration pause, Runnable then) {
        return Thread.ofVirtual().start(() -> {
            try {
                time.pause(pause);
                then.run();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        });
    }

    @Test
    void time_stands_still_until_it_is_advanced() {
        assertThat(time.instant()).isEqualTo(Sample.NOW);

        time.advance(Duration.ofMillis(1500));

        assertThat(time.instant()).isEqualTo(Sample.NOW.plusMillis(1500));
    }

    @Test
    void a_pause_of_zero_or_less_returns_at_once() throws InterruptedException {
        time.pause(Duration.ZERO);
        time.pause(Duration.ofSeconds(-1));

        assertThat(time.instant()).isEqualTo(Sample.NOW);
    }

    @Test
    void a_pause_ends_when_its_moment_is_reached_and_not_before() throws InterruptedException {
        AtomicInteger woken = new AtomicInteger();
        Thread sleeper = start(Duration.ofSeconds(10), woken::incrementAndGet);
        time.awaitWaiting(1);

        time.advance(Duration.ofSeconds(9));
        time.awaitWaiting(1);
        int before = woken.get();
        time.advance(Duration.ofSeconds(1));
        sleeper.join();

        assertThat(before).isZero();
        assertThat(woken).hasValue(1);
    }

    @Test
    void an_interrupt_ends_a_pause() throws InterruptedException {
        AtomicInteger woken = new AtomicInteger();
        Thread sleeper = start(Duration.ofSeconds(10), woken::incrementAndGet);
        time.awaitWaiting(1);

        sleeper.interrupt();
        sleeper.join();

        assertThat(woken).hasValue(0);
    }

    @Test
    void a_thread_that_was_interrupted_before_cannot_begin_a_pause() {
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> time.pause(Duration.ofSeconds(1))).isInstanceOf(InterruptedException.class);
    }

    @RepeatedTest(20)
    void a_thread_whose_moment_was_reached_was_counted_as_waiting() throws InterruptedException {
        AtomicInteger rounds = new AtomicInteger();
        CountDownLatch end = new CountDownLatch(1);
        Thread worker = start(Duration.ofSeconds(1), () -> {
            rounds.incrementAndGet();
            try {
                time.pause(Duration.ofSeconds(1));
            } catch (InterruptedException stopped) {
                end.countDown();
            }
        });
        time.awaitWaiting(1);

        time.advance(Duration.ofSeconds(1));
        time.awaitWaiting(1);

        assertThat(rounds).hasValue(1);
        worker.interrupt();
        end.await();
    }
}
