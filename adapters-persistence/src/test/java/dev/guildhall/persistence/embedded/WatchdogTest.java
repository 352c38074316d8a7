package dev.guildhall.persistence.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.persistence.config.DatabaseStartException;
import dev.guildhall.ports.Backoff;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class WatchdogTest {
    private static final Duration SOON = Duration.ofMillis(1);
    private static final Backoff SLOWLY = Backoff.doubling(Duration.ofMinutes(10), Duration.ofMinutes(10));
    private static final Backoff QUICKLY = Backoff.doubling(SOON, SOON.multipliedBy(32));
    private static final Duration ENOUGH = Duration.ofSeconds(10);

    private final AtomicBoolean lives = new AtomicBoolean(true);
    private final AtomicInteger starts = new AtomicInteger();

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    @Test
    void a_server_that_lives_is_left_alone() {
        CountDownLatch looks = new CountDownLatch(5);
        Watchdog watchdog = new Watchdog(
                () -> {
                    looks.countDown();
                    return true;
                },
                starts::incrementAndGet,
                SOON,
                QUICKLY);
        watchdog.begin();

        await(looks);
        watchdog.stop();

        assertThat(watchdog.hasEndedWithin(ENOUGH)).isTrue();
        assertThat(starts).hasValue(0);
    }

    @Test
    void a_server_that_does_not_start_is_tried_until_it_does() {
        CountDownLatch back = new CountDownLatch(1);
        Watchdog watchdog = new Watchdog(
                lives::get,
                () -> {
                    if (starts.incrementAndGet() < 4) {
                        throw new DatabaseStartException("pre-existing shared memory block is still in use");
                    }
                    lives.set(true);
                    back.countDown();
                },
                SOON,
                QUICKLY);
        lives.set(false);
        watchdog.begin();

        await(back);
        watchdog.stop();

        assertThat(watchdog.hasEndedWithin(ENOUGH)).isTrue();
        assertThat(starts).hasValue(4);
    }

    @Test
    void a_watchdog_that_is_stopped_in_the_pause_before_an_attempt_starts_nothing() {
        CountDownLatch foundDead = new CountDownLatch(1);
        Watchdog watchdog = new Watchdog(
                () -> {
                    foundDead.countDown();
                    return false;
                },
                starts::incrementAndGet,
                SOON,
                SLOWLY);
        watchdog.begin();
        await(foundDead);

        watchdog.stop();

        assertThat(watchdog.hasEndedWithin(ENOUGH)).isTrue();
        assertThat(starts).hasValue(0);
    }

    @Test
    void a_watchdog_that_is_stopped_during_an_attempt_has_not_ended_before_it() {
        CountDownLatch starting = new CountDownLatch(1);
        CountDownLatch started = new CountDownLatch(1);
        Watchdog watchdog = new Watchdog(
                () -> false,
                () -> {
                    starts.incrementAndGet();
                    starting.countDown();
                    await(started);
                },
                SOON,
                QUICKLY);
        watchdog.begin();
        await(starting);

        watchdog.stop();

        assertThat(watchdog.hasEndedWithin(SOON)).isFalse();
        started.countDown();
        assertThat(watchdog.hasEndedWithin(ENOUGH)).isTrue();
        assertThat(starts).hasValue(1);
    }

    @Test
    void a_server_that_lives_after_all_is_not_started() {
        AtomicInteger looks = new AtomicInteger();
        CountDownLatch lookedAgain = new CountDownLatch(3);
        Watchdog watchdog = new Watchdog(
                () -> {
                    lookedAgain.countDown();
                    return looks.incrementAndGet() != 2;
                },
                starts::incrementAndGet,
                SOON,
                QUICKLY);
        watchdog.begin();

        await(lookedAgain);
        watchdog.stop();

        assertThat(watchdog.hasEndedWithin(ENOUGH)).isTrue();
        assertThat(starts).hasValue(0);
    }

    @Test
    void pauses_double_up_to_half_a_minute() {
        assertThat(IntStream.of(1, 2, 3, 4, 5, 6, 7, 1_001)
                        .mapToObj(attempts -> Watchdog.PAUSES.after(attempts).toSeconds()))
                .containsExactly(1L, 2L, 4L, 8L, 16L, 30L, 30L, 30L);
    }
}
