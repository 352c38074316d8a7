package dev.guildhall.core.completion;

import dev.guildhall.core.config.Fallbacks.Fallback;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;

/**
 * Asks the candidates one after the other until one answers: only before the first piece of an answer.
 */
final class FallbackCall implements ModelCall<Attempt, Completion> {
    private static final Logger LOG = System.getLogger(FallbackCall.class.getName());

    private final ProviderHealth health;
    private final RetryingCall inner;

    FallbackCall(ProviderHealth health, RetryingCall inner) {
        this.health = health;
        this.inner = inner;
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
                return inner.call(attempt.with(i), meter);
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
