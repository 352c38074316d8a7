package dev.guildhall.core.completion;

import dev.guildhall.core.config.Fallbacks.Fallback;
import dev.guildhall.ports.completion.PassedAnswer;
import dev.guildhall.ports.completion.PassedMeasure;
import dev.guildhall.ports.completion.PassedRequest;
import dev.guildhall.ports.completion.PassedSink;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Asks the providers of a request that passes unchanged, one after the other until one answers: only before an answer has
 * begun.
 */
final class PassedCall implements ModelCall<PassedAttempt, PassedAnswer> {
    private final ProviderHealth health;
    private final RetryingCall provider;

    PassedCall(CompletionParts parts, ProviderHealth health) {
        this.health = health;
        this.provider = new RetryingCall(parts, health);
    }

    @Override
    public PassedAnswer call(PassedAttempt attempt, UsageMeter meter) {
        Optional<Refusal> first = Optional.empty();
        for (Fallback candidate : attempt.candidates()) {
            first.ifPresent(failed -> health.counts(ProviderHealth.Reaction.FALLBACK));
            try {
                return provider.ask(
                        candidate,
                        meter,
                        provider.retries(),
                        left -> askOnce(
                                attempt.request().asked(candidate.modelId(), left), attempt.sink(), candidate, meter));
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

    private static PassedAnswer askOnce(PassedRequest request, PassedSink sink, Fallback candidate, UsageMeter meter) {
        PassedAnswer answer = candidate.model().pass(request, new MeteredSink(sink, meter));
        PassedMeasure asked = request.measure();
        answer.audio().ifPresent(length -> meter.passes(asked.withAudio(length)));
        meter.completed(answer.usage(), candidate.name(), Optional.empty());
        return answer;
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
