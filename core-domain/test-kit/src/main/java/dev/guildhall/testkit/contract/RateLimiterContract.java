package dev.guildhall.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.RateLimit;
import dev.guildhall.ports.RateLimiter;
import dev.guildhall.ports.RateVerdict;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What every {@link RateLimiter} does. */
public interface RateLimiterContract {
    RateLimit SIX = new RateLimit(6);

    RateLimiter limiter();

    /** Advances the clock of the subject. */
    void advance(Duration time);

    private List<Boolean> take(String key, int times) {
        return IntStream.range(0, times)
                .mapToObj(i -> limiter().take(key, SIX).allowed())
                .toList();
    }

    @Test
    default void as_many_as_the_limit_are_allowed_at_once_and_no_more() {
        assertThat(take("user:1", 8)).containsExactly(true, true, true, true, true, true, false, false);
    }

    @Test
    default void the_remaining_tokens_are_counted_down() {
        RateVerdict first = limiter().take("user:1", SIX);
        RateVerdict second = limiter().take("user:1", SIX);

        assertThat(first.remaining()).isEqualTo(5);
        assertThat(second.remaining()).isEqualTo(4);
        assertThat(first.retryAfter()).isZero();
        assertThat(second.reset()).isBetween(Duration.ofSeconds(19), Duration.ofSeconds(20));
    }

    @Test
    default void a_refusal_names_the_correct_time_of_the_next_permitted_call() {
        take("user:1", 6);

        RateVerdict refused = limiter().take("user:1", SIX);
        advance(refused.retryAfter().minusMillis(1));
        boolean early = limiter().take("user:1", SIX).allowed();
        advance(Duration.ofMillis(2));

        assertThat(refused.retryAfter()).isBetween(Duration.ofMillis(9_900), Duration.ofSeconds(10));
        assertThat(early).isFalse();
        assertThat(limiter().take("user:1", SIX).allowed()).isTrue();
    }

    @Test
    default void a_minute_fills_the_bucket_and_never_more_than_that() {
        take("user:1", 6);

        advance(Duration.ofMinutes(10));

        assertThat(take("user:1", 7)).containsExactly(true, true, true, true, true, true, false);
    }

    @Test
    default void a_raised_limit_was_in_force_only_as_the_bucket_filled() {
        take("user:1", 6);

        List<Boolean> after = IntStream.range(0, 5)
                .mapToObj(i -> limiter().take("user:1", new RateLimit(10)).allowed())
                .toList();

        assertThat(after).containsExactly(true, true, true, true, false);
    }

    @Test
    default void a_lowered_limit_is_in_force_at_once() {
        take("user:1", 1);

        assertThat(limiter().take("user:1", new RateLimit(2)).remaining()).isEqualTo(1);
        assertThat(take("user:1", 1)).containsExactly(true);
    }

    @Test
    default void one_key_does_not_count_for_another() {
        take("user:1", 7);

        assertThat(limiter().take("user:2", SIX).allowed()).isTrue();
    }

    @Test
    default void a_read_takes_no_token_and_predicts_the_next_take() {
        RateVerdict full = limiter().look("user:1", SIX);
        take("user:1", 6);
        RateVerdict empty = limiter().look("user:1", SIX);

        assertThat(full.allowed()).isTrue();
        assertThat(full.remaining()).isEqualTo(6);
        assertThat(full.reset()).isZero();
        assertThat(empty.allowed()).isFalse();
        assertThat(empty.remaining()).isZero();
        assertThat(empty.retryAfter()).isBetween(Duration.ofMillis(9_900), Duration.ofSeconds(10));
        assertThat(empty.reset()).isBetween(Duration.ofSeconds(59), Duration.ofSeconds(60));
    }

    @Test
    default void a_charge_beyond_the_bucket_leaves_a_debt() {
        limiter().charge("user:1", SIX, 18);

        RateVerdict owing = limiter().look("user:1", SIX);
        advance(Duration.ofMinutes(2));
        boolean stillOwing = limiter().take("user:1", SIX).allowed();
        advance(Duration.ofSeconds(11));

        assertThat(owing.allowed()).isFalse();
        assertThat(owing.remaining()).isZero();
        assertThat(owing.retryAfter()).isBetween(Duration.ofSeconds(129), Duration.ofSeconds(130));
        assertThat(stillOwing).isFalse();
        assertThat(limiter().take("user:1", SIX).allowed()).isTrue();
    }

    @Test
    default void of_many_at_once_exactly_the_limit_are_allowed() throws Exception {
        List<RateVerdict> verdicts =
                AtOnce.run(Collections.nCopies(50, () -> limiter().take("user:1", SIX)));

        assertThat(verdicts.stream().filter(RateVerdict::allowed)).hasSize(6);
    }
}
