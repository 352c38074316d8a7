package dev.guildhall.ports.evaluation;

import dev.guildhall.ports.AssistantId;
import java.time.Instant;

/**
 * A case of an assistant. It never changes.
 *
 * @param id never changes
 * @param assistant whose case it is, in all versions
 * @param definition the question and its conditions
 * @param createdAt when it was added
 */
public record EvaluationCase(CaseId id, AssistantId assistant, CaseDefinition definition, Instant createdAt) {}
