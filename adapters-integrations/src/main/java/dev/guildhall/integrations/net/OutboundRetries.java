package dev.guildhall.integrations.net;

import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.tool.FailureKind;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Retries an idempotent request when the connection failed, the server is overloaded, or asks the client to try later,
 * as long as the request's time lasts.
 */
record OutboundRetries(Ticker ticker) {
    private static final int TOO_MANY_REQUESTS = 429;
    private static final Set<Integer> OVERLOADED = Set.of(502, 503, 504);

    OutboundReply send(OutboundRequest request, Function<Duration, OutboundReply> attempt) {
        Duration left = request.limits().timeout();
        for (int tries = 1; ; tries++) {
            long began = System.nanoTime();
            Supplier<OutboundReply> outcome;
            Optional<Duration> wait;
            try {
                OutboundReply reply = attempt.apply(left);
                outcome = () -> reply;
                wait = waitAfter(reply, tries);
            } catch (OutboundFailure failure) {
                outcome = () -> {
                    throw failure;
                };
                wait = Optional.of(OutboundLimits.WAITS.after(tries))
                        .filter(_ -> failure.kind() == FailureKind.UNREACHABLE);
            }
            left = left.minusNanos(System.nanoTime() - began);
            boolean allowed = request.idempotent() && tries <= OutboundLimits.RETRIES;
            if (!allowed || wait.isEmpty() || wait.get().compareTo(left) >= 0) {
                return outcome.get();
            }
            pause(wait.get());
            left = left.minus(wait.get());
        }
    }

    private static Optional<Duration> waitAfter(OutboundReply reply, int tries) {
        Optional<Duration> asked = reply.retryAfter().map(OutboundRetries::atLeast);
        if (OVERLOADED.contains(reply.status())) {
            return asked.or(() -> Optional.of(OutboundLimits.WAITS.after(tries)));
        }
        return reply.status() == TOO_MANY_REQUESTS ? asked : Optional.empty();
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
