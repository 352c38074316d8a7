package dev.guildhall.ports.evaluation;

import dev.guildhall.ports.Id;

/**
 * Names one evaluation, {@code eval_…}.
 *
 * @param value as {@link Id#value()}
 */
public record EvaluationId(String value) implements Id {
    public EvaluationId {
        Id.require("evaluationId", value);
    }
}
