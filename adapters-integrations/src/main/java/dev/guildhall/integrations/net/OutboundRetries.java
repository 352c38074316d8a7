package dev.guildhall.integrations.net;

import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.tool.FailureKind;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Retries an idempotent request when the connection failed, the server is overloaded, or asks the client to try later,
 * as long as the request's time lasts. Thread-safe.
 *
 * @param ticker waits
 */
record OutboundRetries(Ticker ticker) {
    private static final int TOO_MANY_REQUESTS = 429;
    private static final Set<Integer> OVERLOADED = Set.of(502, 503, 504);

    /** The result of an attempt. */
    private sealed interface Outcome {
        OutboundReply get();
    }

    private record Answered(OutboundReply reply) implements Outcome {
        @Override
        public OutboundReply get() {
            return reply;
        }
    }

    private record Failed(OutboundFailure failure) implements Outcome {
        @Override
        public OutboundReply get() {
            throw failure;
        }
    }

    /**
     * Makes the attempts.
     *
     * @param attempt one attempt within the remaining time
     */
    OutboundReply send(OutboundRequest request, Function<Duration, OutboundReply> attempt) {
        Duration left = request.limits().timeout();
        for (int tries = 1; ; tries++) {
            long began = System.nanoTime();
            Outcome outcome = outcome(attempt, left);
            left = left.minusNanos(System.nanoTime() - began);
            Duration most = left;
            Optional<Duration> wait = wait(request, outcome, tries).filter(time -> time.compareTo(most) < 0);
            if (wait.isEmpty()) {
                return outcome.get();
            }
            pause(wait.get());
            left = left.minus(wait.get());
        }
    }

    private static Outcome outcome(Function<Duration, OutboundReply> attempt, Duration left) {
        try {
            return new Answered(attempt.apply(left));
        } catch (OutboundFailure failure) {
            return new Failed(failure);
        }
    }

    /** How long to wait before the next attempt; empty when there is none. */
    private static Optional<Duration> wait(OutboundRequest request, Outcome outcome, int tries) {
        if (!request.idempotent() || tries > OutboundLimits.RETRIES) {
            return Optional.empty();
        }
        return switch (outcome) {
            case Failed(OutboundFailure failure) ->
                failure.kind() == FailureKind.UNREACHABLE
                        ? Optional.of(OutboundLimits.WAITS.after(tries))
                        : Optional.empty();
            case Answered(OutboundReply reply)
            when reply.status() == TOO_MANY_REQUESTS -> reply.retryAfter().map(OutboundRetries::atLeast);
            case Answered(OutboundReply reply)
            when OVERLOADED.contains(reply.status()) ->
                Optional.of(reply.retryAfter().map(OutboundRetries::atLeast).orElse(OutboundLimits.WAITS.after(tries)));
            case Answered _ -> Optional.empty();
        };
    }

    private static Duration atLeast(Duration asked) {
        Duration shortest = OutboundLimits.WAITS.first();
        return asked.compareTo(shortest) < 0 ? shortest : asked;
    }

    private void pause(Duration wait) {
        try {
            ticker.pause(wait);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw ConnectionFaults.cancelled();
        }
    }
}
