package dev.guildhall.ports.evaluation;

import dev.guildhall.ports.Id;

/**
 * Names one case of an assistant, {@code case_…}.
 *
 * @param value as {@link Id#value()}
 */
public record CaseId(String value) implements Id {
    public CaseId {
        Id.require("caseId", value);
    }
}
