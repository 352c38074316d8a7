package dev.guildhall.ports.evaluation;

import dev.guildhall.ports.AssistantVersion;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskStatus;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A run of all cases of an assistant. It has the status of its task (evaluation-3).
 *
 * @param id never changes
 * @param assistant the version that answers
 * @param user with whose rights and on whose account it runs, and who alone reads it, beside admins
 * @param countsFor the user for whose limits it counts instead (general-24); absent means {@code user}
 * @param task carries it out
 * @param cases those that the assistant had at its start, oldest first
 * @param status that of its task; a store knows no other than {@code QUEUED} before the end
 * @param end absent unless the status is final
 * @param results of the cases that have ended, in the order of their identifiers
 * @param createdAt when it was started
 */
public record Evaluation(
        EvaluationId id,
        AssistantVersion assistant,
        UserId user,
        Optional<UserId> countsFor,
        TaskId task,
        List<CaseId> cases,
        TaskStatus status,
        Optional<End> end,
        List<CaseResult> results,
        Instant createdAt) {
    public Evaluation {
        cases = List.copyOf(cases);
        results = List.copyOf(results);
    }

    /**
     * How an evaluation ended.
     *
     * @param error why it failed; absent otherwise
     * @param at when
     */
    public record End(Optional<String> error, Instant at) {}

    /** How many of its cases have passed. */
    public int passed() {
        return (int) results.stream().filter(CaseResult::passed).count();
    }

    /** How many of its cases have failed. */
    public int failed() {
        return results.size() - passed();
    }

    /** The same evaluation in that status. */
    public Evaluation with(TaskStatus now, Optional<End> ended) {
        return new Evaluation(id, assistant, user, countsFor, task, cases, now, ended, results, createdAt);
    }

    /** The same evaluation with those results. */
    public Evaluation with(List<CaseResult> known) {
        return new Evaluation(id, assistant, user, countsFor, task, cases, status, end, known, createdAt);
    }

    /** The same evaluation, which counts for its user. */
    public Evaluation countingForUser() {
        return new Evaluation(id, assistant, user, Optional.empty(), task, cases, status, end, results, createdAt);
    }
}
