package dev.guildhall.core.completion;

import dev.guildhall.core.config.Fallbacks.Fallback;
import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Asks the candidates one after the other until one answers: only before the first piece of an answer.
 */
final class FallbackCall implements ModelCall<Attempt, Completion> {
    private static final Logger LOG = System.getLogger(FallbackCall.class.getName());

    private final InstantSource clock;
    private final ProviderHealth health;
    private final RetryingCall provider;

    FallbackCall(CompletionParts parts, ProviderHealth health) {
        this.clock = parts.clock();
        this.health = health;
        this.provider = new RetryingCall(parts, health);
    }

    /** The first successful answer. Refuses with the problem of the requested model when all candidates fail. */
    @Override
    public Completion call(Attempt attempt, UsageMeter meter) {
        Optional<Refusal> first = Optional.empty();
        for (int i = 0; i < attempt.candidates().size(); i++) {
            Fallback candidate = attempt.candidates().get(i);
            if (first.isPresent()) {
                if (!mayStandIn(candidate, attempt.candidates().getFirst(), first.get())) {
                    continue;
                }
                health.counts(ProviderHealth.Reaction.FALLBACK);
            }
            try {
                return ask(attempt.with(i), meter);
            } catch (Refusal refusal) {
                if (meter.hasBegun() || !othersMayAnswer(refusal.problem())) {
                    throw first.filter(ignored -> !isCancelled(refusal.problem()))
                            .orElse(refusal);
                }
                // A model name that the client invented is no failure of the provider.
                Level level = refusal.problem() instanceof CompletionProblem.UnknownModel ? Level.DEBUG : Level.WARNING;
                LOG.log(level, "{0} does not answer: {1}", candidate.name(), kind(refusal.problem()));
                first = first.or(() -> Optional.of(refusal));
            }
        }
        throw first.orElseThrow();
    }

    /** Another deployment of the same model is asked at once, the last one again after a wait. */
    private Completion ask(Attempt attempt, UsageMeter meter) {
        int retries = attempt.isLastOfRoute() ? provider.retries() : 0;
        return provider.ask(attempt.candidate(), meter, retries, left -> askOnce(attempt, left, meter));
    }

    private Completion askOnce(Attempt attempt, Duration left, UsageMeter meter) {
        ChatModel model = attempt.candidate().model();
        CompletionRequest request = attempt.asked(left);
        Instant asked = clock.instant();
        Completion answer = attempt.sink().isPresent()
                ? model.stream(request, meter.counting(attempt.sink().get()))
                : model.complete(request);
        health.answeredAfter(model, meter.firstChunkAfter(asked));
        Completion warned = attempt.answered(answer);
        meter.completed(warned.usage(), warned.model(), Optional.of(warned.finish()));
        return warned;
    }

    private static boolean othersMayAnswer(Problem problem) {
        return problem instanceof CompletionProblem ofModel && ofModel.othersMayAnswer();
    }

    /** For a model that the first provider does not know, only fallbacks with a model of the same name are asked. */
    private static boolean mayStandIn(Fallback candidate, Fallback wanted, Refusal refusal) {
        return !(refusal.problem() instanceof CompletionProblem.UnknownModel)
                || candidate.name().equals(wanted.name());
    }

    private static boolean isCancelled(Problem problem) {
        return problem instanceof CommonProblem.Cancelled;
    }

    /** The description of a problem for a log: never the provider's message, which may quote the question. */
    static String kind(Problem problem) {
        return problem instanceof CompletionProblem.RequestRefused
                ? "RequestRefused"
                : problem.getClass().getSimpleName() + ": " + problem.message();
    }
}
