package dev.guildhall.core.completion;

import dev.guildhall.core.config.Fallbacks.Fallback;
import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.completion.ModelRetry;
import dev.guildhall.ports.completion.PassedAnswer;
import dev.guildhall.ports.completion.PassedMeasure;
import dev.guildhall.ports.completion.PassedRequest;
import dev.guildhall.ports.completion.PassedSink;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;

/**
 * Asks the providers of a request that passes unchanged, one after the other, and each again when that can help: only
 * before an answer has begun. A provider whose circuit is open is not asked.
 */
final class PassedCall implements ModelCall<PassedAttempt, PassedAnswer> {
    private final Ticker ticker;
    private final ModelRetry limits;
    private final ProviderHealth health;

    PassedCall(CompletionParts parts, ProviderHealth health) {
        this.ticker = parts.ticker();
        this.limits = parts.limits().retry();
        this.health = health;
    }

    @Override
    public PassedAnswer call(PassedAttempt attempt, UsageMeter meter) {
        Optional<Refusal> first = Optional.empty();
        for (Fallback candidate : attempt.candidates()) {
            try {
                return ask(attempt, candidate, meter);
            } catch (Refusal refusal) {
                boolean others = refusal.problem() instanceof CompletionProblem ofModel && ofModel.othersMayAnswer();
                if (meter.hasBegun() || !others) {
                    throw refusal;
                }
                first = first.or(() -> Optional.of(refusal));
            }
        }
        throw first.orElseThrow();
    }

    private PassedAnswer ask(PassedAttempt attempt, Fallback candidate, UsageMeter meter) {
        CircuitBreaker circuit = health.circuit(candidate.model());
        circuit.admit().ifPresent(wait -> {
            health.counts(ProviderHealth.Reaction.OPEN_CIRCUIT);
            Refusal open = new Refusal(new CompletionProblem.ProviderUnavailable(wait));
            meter.attemptFailed(candidate, open);
            throw open;
        });
        boolean ended = false;
        try {
            PassedAnswer answer = repeated(attempt, candidate, meter);
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

    private PassedAnswer repeated(PassedAttempt attempt, Fallback candidate, UsageMeter meter) {
        for (int tries = 1; ; tries++) {
            PassedRequest request = attempt.request().asked(candidate.modelId(), meter.timeLeft());
            meter.beginAttempt(
                    candidate.model().provider(),
                    candidate.name(),
                    candidate.model().address());
            try {
                PassedAnswer answer = candidate.model().pass(request, new MeteredSink(attempt.sink(), meter));
                PassedMeasure asked = request.measure();
                answer.audio().ifPresent(length -> meter.passes(asked.withAudio(length)));
                meter.completed(answer.usage(), candidate.name(), Optional.empty());
                return answer;
            } catch (Refusal refusal) {
                meter.attemptFailed(candidate, refusal);
                if (meter.hasBegun() || tries > limits.retries()) {
                    throw refusal;
                }
                Duration wait = limits.waitAfter(refusal.problem(), tries, health.jitter())
                        .filter(some -> some.compareTo(meter.timeLeft()) < 0)
                        .orElseThrow(() -> refusal);
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

    /** A sink that throws means that the client does not receive the answer any more. */
    private record MeteredSink(PassedSink inner, UsageMeter meter) implements PassedSink {
        @Override
        public void begin(String contentType) {
            meter.delivers();
            passOn(() -> inner.begin(contentType));
        }

        @Override
        public void bytes(ByteBuffer bytes) {
            passOn(() -> inner.bytes(bytes));
        }

        private void passOn(Runnable step) {
            try {
                step.run();
            } catch (RuntimeException | Error failure) {
                meter.clientLeft();
                throw failure;
            }
        }
    }
}
