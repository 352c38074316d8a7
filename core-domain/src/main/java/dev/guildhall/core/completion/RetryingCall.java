package dev.guildhall.core.completion;

import dev.guildhall.core.config.Fallbacks.Fallback;
import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ModelRetry;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Asks one candidate, and again when that can help: only before the first piece of an answer, and within the time limit
 * of the request. A candidate whose circuit is open is not asked.
 */
final class RetryingCall implements ModelCall<Attempt, Completion> {
    private static final Logger LOG = System.getLogger(RetryingCall.class.getName());

    private final Ticker ticker;
    private final ModelRetry limits;
    private final ProviderHealth health;
    private final InstantSource clock;

    RetryingCall(CompletionParts parts, ProviderHealth health) {
        this.clock = parts.clock();
        this.ticker = parts.ticker();
        this.limits = parts.limits().retry();
        this.health = health;
    }

    @Override
    public Completion call(Attempt attempt, UsageMeter meter) {
        Fallback candidate = attempt.candidate();
        CircuitBreaker circuit = health.circuit(candidate.model());
        circuit.admit().ifPresent(wait -> {
            health.counts(ProviderHealth.Reaction.OPEN_CIRCUIT);
            Refusal open = new Refusal(new CompletionProblem.ProviderUnavailable(wait));
            meter.attemptFailed(candidate, open);
            throw open;
        });
        boolean ended = false;
        try {
            Completion answer = ask(attempt, meter);
            circuit.succeeded();
            ended = true;
            return answer;
        } catch (Refusal refusal) {
            ended = health.ended(candidate, refusal.problem());
            throw refusal;
        } finally {
            if (!ended) {
                circuit.cancelled();
            }
        }
    }

    /** Another deployment of the same model is asked at once, the last one again after a wait. */
    private Completion ask(Attempt attempt, UsageMeter meter) {
        Fallback candidate = attempt.candidate();
        int retries = attempt.isLastOfRoute() ? limits.retries() : 0;
        for (int tries = 1; ; tries++) {
            CompletionRequest request = attempt.asked(meter.timeLeft());
            meter.beginAttempt(
                    candidate.model().provider(),
                    candidate.name(),
                    candidate.model().address());
            Instant asked = clock.instant();
            try {
                Completion answer = attempt.sink().isPresent()
                        ? candidate.model().stream(
                                request, meter.counting(attempt.sink().get()))
                        : candidate.model().complete(request);
                health.answeredAfter(candidate.model(), meter.firstChunkAfter(asked));
                Completion warned = attempt.answered(answer);
                meter.completed(warned.usage(), warned.model(), Optional.of(warned.finish()));
                return warned;
            } catch (Refusal refusal) {
                meter.attemptFailed(candidate, refusal);
                if (meter.hasBegun() || tries > retries) {
                    throw refusal;
                }
                Duration wait = limits.waitAfter(refusal.problem(), tries, health.jitter())
                        .filter(some -> some.compareTo(meter.timeLeft()) < 0)
                        .orElseThrow(() -> refusal);
                LOG.log(Level.WARNING, "attempt {0} failed: {1}", tries, FallbackCall.kind(refusal.problem()));
                meter.retries();
                health.counts(ProviderHealth.Reaction.RETRY);
                pause(wait);
            }
        }
    }

    private void pause(Duration wait) {
        try {
            ticker.pause(wait);
        } catch (InterruptedException left) {
            Thread.currentThread().interrupt();
            throw new Refusal(new CommonProblem.Cancelled());
        }
    }
}
