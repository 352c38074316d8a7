package dev.guildhall.llm.provider;

import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import java.lang.System.Logger.Level;
import java.time.Duration;

/** Asks another model when one does not answer. */
final class FallbackModel extends DelegatingModel {
    private static final System.Logger LOG = System.getLogger(FallbackModel.class.getName());

    private final ModelClient other;

    FallbackModel(ModelClient model, ModelClient other) {
        super(model);
        this.other = other;
    }

    @Override
    Completion answer(Call call) {
        try {
            return call.ask(model, call.request());
        } catch (Refusal refusal) {
            if (!mayAnswer(call.request(), refusal.problem()) || !call.permits(Duration.ZERO)) {
                throw refusal;
            }
            LOG.log(
                    Level.WARNING,
                    "{0} does not answer: {1}",
                    defaultModel(),
                    refusal.problem().getClass().getSimpleName());
            return answer(call, refusal);
        }
    }

    private Completion answer(Call call, Refusal first) {
        try {
            return call.ask(
                    other, call.request().withModel(other.defaultModel()).in(other.protocol()));
        } catch (Refusal second) {
            if (call.begun().getAsBoolean() || second.problem() instanceof CommonProblem.Cancelled) {
                throw second;
            }
            throw first;
        }
    }

    /** A model that the first provider does not know is no other model. */
    private boolean mayAnswer(CompletionRequest request, Problem problem) {
        return problem instanceof CompletionProblem ofModel
                && ofModel.othersMayAnswer()
                && (!(ofModel instanceof CompletionProblem.UnknownModel)
                        || request.sampling()
                                .model()
                                .orElseGet(this::defaultModel)
                                .equals(other.defaultModel()));
    }

    /** Closes the other one even if closing the first fails. */
    @Override
    public void close() {
        try (other) {
            super.close();
        }
    }
}
