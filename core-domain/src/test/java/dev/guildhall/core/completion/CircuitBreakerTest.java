package dev.guildhall.core.completion;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class CircuitBreakerTest {
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-20T10:00:00Z"));
    private final CircuitBreaker circuit = new CircuitBreaker(now::get);

    private void pass(Duration time) {
        now.updateAndGet(at -> at.plus(time));
    }

    private void end(int succeeded, int failed) {
        for (int i = 0; i < succeeded; i++) {
            circuit.succeeded();
        }
        for (int i = 0; i < failed; i++) {
            circuit.failed();
        }
    }

    @Test
    void it_opens_when_over_half_of_twenty_requests_failed() {
        end(9, 10);
        assertThat(circuit.admit()).isEmpty();

        circuit.failed();

        assertThat(circuit.admit()).contains(Duration.ofSeconds(10));
        assertThat(circuit.isOpen()).isTrue();
    }

    @Test
    void half_of_the_requests_is_not_enough() {
        end(10, 10);

        assertThat(circuit.admit()).isEmpty();
    }

    @Test
    void requests_of_more_than_ten_seconds_ago_do_not_count() {
        end(0, 19);
        pass(Duration.ofSeconds(10));

        end(0, 1);

        assertThat(circuit.admit()).isEmpty();
    }

    @Test
    void after_ten_seconds_one_request_is_a_trial() {
        end(0, 20);
        pass(Duration.ofSeconds(10));

        assertThat(circuit.admit()).isEmpty();
        assertThat(circuit.admit()).contains(Duration.ofSeconds(1));
    }

    @Test
    void a_trial_that_succeeds_closes_the_circuit() {
        end(0, 20);
        pass(Duration.ofSeconds(10));
        assertThat(circuit.admit()).isEmpty();

        circuit.succeeded();

        assertThat(circuit.admit()).isEmpty();
        circuit.failed();
        assertThat(circuit.admit()).isEmpty();
    }

    @Test
    void a_trial_that_fails_opens_it_again() {
        end(0, 20);
        pass(Duration.ofSeconds(10));
        assertThat(circuit.admit()).isEmpty();

        circuit.failed();

        assertThat(circuit.admit()).contains(Duration.ofSeconds(10));
    }

    @Test
    void a_trial_that_is_cancelled_leaves_the_next_request_to_be_one() {
        end(0, 20);
        pass(Duration.ofSeconds(11));
        assertThat(circuit.admit()).isEmpty();

        circuit.cancelled();

        assertThat(circuit.admit()).isEmpty();
    }

    @Test
    void requests_that_were_admitted_before_it_opened_do_not_prolong_it() {
        end(0, 20);
        pass(Duration.ofSeconds(5));

        end(0, 30);

        assertThat(circuit.admit()).contains(Duration.ofSeconds(5));
    }
}
