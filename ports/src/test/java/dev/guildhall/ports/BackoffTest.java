package dev.guildhall.ports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BackoffTest {
    @Test
    void each_wait_is_twice_as_long_as_the_one_before_up_to_the_longest() {
        Backoff backoff = Backoff.doubling(Duration.ofSeconds(1), Duration.ofSeconds(5));

        assertThat(IntStream.rangeClosed(0, 5).mapToObj(backoff::after).map(Duration::toSeconds))
                .containsExactly(1L, 1L, 2L, 4L, 5L, 5L);
    }

    @Test
    void the_number_of_attempts_has_no_bound() {
        Backoff backoff = new Backoff(Duration.ofMillis(200), 3, Duration.ofDays(1));

        assertThat(backoff.after(2)).isEqualTo(Duration.ofMillis(600));
        assertThat(backoff.after(Integer.MAX_VALUE)).isEqualTo(Duration.ofDays(1));
    }

    @Test
    void waits_may_be_equal_or_zero() {
        Duration second = Duration.ofSeconds(1);

        assertThat(new Backoff(second, 1, Duration.ofDays(1)).after(20)).isEqualTo(second);
        assertThat(new Backoff(second, 1.5, Duration.ofDays(1)).after(3)).isEqualTo(Duration.ofMillis(2_250));
        assertThat(Backoff.doubling(Duration.ZERO, second).after(Integer.MAX_VALUE))
                .isZero();
        assertThat(Backoff.doubling(second, Duration.ofMillis(1)).after(1)).isEqualTo(Duration.ofMillis(1));
    }

    @Test
    void waits_that_shrink_are_refused() {
        Duration second = Duration.ofSeconds(1);

        assertThatThrownBy(() -> new Backoff(second, 0.9, second)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Backoff(second, Double.NaN, second)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Backoff.doubling(second.negated(), second))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
