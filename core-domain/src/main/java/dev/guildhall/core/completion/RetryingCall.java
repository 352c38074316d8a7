package dev.guildhall.core.completion;

import dev.guildhall.core.config.Fallbacks.Fallback;
import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.completion.ModelRetry;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.function.Function;

/**
 * Asks one provider, and again when that can help: only before an answer has begun, and within the time limit of the request.
 * A provider whose circuit is open is not asked.
 */
final class RetryingCall {
    private static final Logger LOG = System.getLogger(RetryingCall.class.getName());

    private final Ticker ticker;
    private final ModelRetry limits;
    private final ProviderHealth health;

    RetryingCall(CompletionParts parts, ProviderHealth health) {
        this.ticker = parts.ticker();
        this.limits = parts.limits().retry();
        this.health = health;
    }

    /** How often a provider is asked again at most. */
    int retries() {
        return limits.retries();
    }

    /**
     * The answer of a provider.
     *
     * @param retries how often it is asked again at most
     * @param attempt one request to it, within the time that is left
     */
    <T> T ask(Fallback candidate, UsageMeter meter, int retries, Function<Duration, T> attempt) {
        CircuitBreaker circuit = health.circuit(candidate.model());
        circuit.admit().ifPresent(wait -> {
            health.counts(ProviderHealth.Reaction.OPEN_CIRCUIT);
            Refusal open = new Refusal(new CompletionProblem.ProviderUnavailable(wait));
            meter.attemptFailed(candidate, open);
            throw open;
        });
        boolean ended = false;
        try {
            T answer = repeated(candidate, meter, retries, attempt);
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

    private <T> T repeated(Fallback candidate, UsageMeter meter, int retries, Function<Duration, T> attempt) {
        for (int tries = 1; ; tries++) {
            Duration left = meter.timeLeft();
            meter.beginAttempt(
                    candidate.model().provider(),
                    candidate.name(),
                    candidate.model().address());
            try {
                return attempt.apply(left);
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
