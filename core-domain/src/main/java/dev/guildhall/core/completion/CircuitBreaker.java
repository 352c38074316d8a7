package dev.guildhall.core.completion;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Optional;

/**
 * Keeps requests from a provider that failed for over half of them: for {@link #OPEN}, then one request is a trial, whose
 * outcome closes the circuit or opens it again (models-8).
 */
final class CircuitBreaker {
    /** How many requests must have ended within {@link #WINDOW} seconds before the circuit opens. */
    static final int LEAST_REQUESTS = 20;

    static final int WINDOW = 10;
    static final Duration OPEN = Duration.ofSeconds(10);

    /** When a request that would run beside the trial may come again. */
    private static final Duration DURING_TRIAL = Duration.ofSeconds(1);

    private final InstantSource clock;
    private final long[] seconds = new long[WINDOW];
    private final int[] ended = new int[WINDOW];
    private final int[] failed = new int[WINDOW];
    private Optional<Instant> openUntil = Optional.empty();
    private boolean inTrial;

    CircuitBreaker(InstantSource clock) {
        this.clock = clock;
    }

    /** Admits a request, whose end must be reported; otherwise says after which time the next one may be admitted. */
    synchronized Optional<Duration> admit() {
        if (openUntil.isEmpty()) {
            return Optional.empty();
        }
        if (inTrial) {
            return Optional.of(DURING_TRIAL);
        }
        Duration left = Duration.between(clock.instant(), openUntil.get());
        if (left.isPositive()) {
            return Optional.of(left);
        }
        inTrial = true;
        return Optional.empty();
    }

    /** Whether requests are kept from the provider at the moment. */
    synchronized boolean isOpen() {
        return openUntil.filter(until -> clock.instant().isBefore(until)).isPresent();
    }

    synchronized void succeeded() {
        if (inTrial) {
            inTrial = false;
            openUntil = Optional.empty();
        }
        count(0);
    }

    synchronized void failed() {
        count(1);
        if (inTrial || isFailing()) {
            inTrial = false;
            openUntil = Optional.of(clock.instant().plus(OPEN));
            Arrays.fill(seconds, 0);
        }
    }

    /** The request ended without an outcome, for example because its client disconnected. */
    synchronized void cancelled() {
        inTrial = false;
    }

    private void count(int failure) {
        long second = clock.instant().getEpochSecond();
        int slot = (int) (second % WINDOW);
        if (seconds[slot] != second) {
            seconds[slot] = second;
            ended[slot] = 0;
            failed[slot] = 0;
        }
        ended[slot]++;
        failed[slot] += failure;
    }

    private boolean isFailing() {
        long oldest = clock.instant().getEpochSecond() - WINDOW;
        int all = 0;
        int bad = 0;
        for (int slot = 0; slot < WINDOW; slot++) {
            if (seconds[slot] > oldest) {
                all += ended[slot];
                bad += failed[slot];
            }
        }
        return openUntil.isEmpty() && all >= LEAST_REQUESTS && 2 * bad > all;
    }
}
