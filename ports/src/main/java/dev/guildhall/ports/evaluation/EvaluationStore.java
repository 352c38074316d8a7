package dev.guildhall.ports.evaluation;

import dev.guildhall.ports.AssistantId;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserData;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskStatus;
import java.util.List;
import java.util.Optional;

/**
 * Driven port: cases of assistants, and evaluations with their results. All that belongs to an assistant is removed with
 * it. Blocks. Takes part in {@code Transactions}.
 */
public interface EvaluationStore extends UserData {
    /** How many characters of an answer a list has. */
    int LISTED_ANSWER = 500;

    /** How many cases an assistant has. */
    int countCases(AssistantId assistant);

    /** Stores a new case. Nothing happens when the assistant was removed. */
    void add(EvaluationCase added);

    /** A case of that assistant; empty when there is none. */
    Optional<EvaluationCase> find(AssistantId assistant, CaseId id);

    /** Removes a case; false when the assistant has none of that identifier. Its results stay. */
    boolean remove(AssistantId assistant, CaseId id);

    /** The cases of an assistant, latest first. */
    Page<EvaluationCase> cases(AssistantId assistant, PageRequest page);

    /**
     * The identifiers of the cases of an assistant, oldest first.
     *
     * @param most how many at most, 1 or more
     */
    List<CaseId> caseIds(AssistantId assistant, int most);

    /** Stores a new evaluation without results. Nothing happens when the assistant was removed. */
    void add(Evaluation evaluation);

    /** An evaluation of that assistant with its results; empty when there is none. */
    Optional<Evaluation> find(AssistantId assistant, EvaluationId id);

    /** The evaluation that a task carries out, with its results; empty when there is none. */
    Optional<Evaluation> ofTask(TaskId task);

    /**
     * The evaluations of an assistant that a user started, latest first. Their results have the first
     * {@value #LISTED_ANSWER} characters of each answer.
     */
    Page<Evaluation> list(AssistantId assistant, UserId user, PageRequest page);

    /**
     * Evaluations that have not ended, without their results, in the order of their identifiers.
     *
     * @param after those behind it; absent means from the first on
     * @param most how many at most, 1 or more
     */
    List<Evaluation> unended(Optional<EvaluationId> after, int most);

    /**
     * Removes the oldest evaluations of an assistant that count for a user and have ended, until at most so many are left.
     *
     * @param most 0 or more
     * @return how many are left: more when too many have not ended
     */
    int prune(AssistantId assistant, UserId counted, int most);

    /**
     * An attempt of a task at an evaluation.
     *
     * @param fence the fencing token of the attempt, 1 or more: it grows with every attempt
     */
    record Attempt(EvaluationId id, int fence) {}

    /**
     * Begins an attempt; from then on an earlier one has no effect.
     *
     * @return false, without an effect, when the evaluation is not stored or has ended, or a later attempt has begun
     */
    boolean begin(Attempt attempt);

    /**
     * Stores the result of a case.
     *
     * @return false, without an effect, when the evaluation is not stored or has ended, when this is not its latest attempt,
     *     or when the case has a result
     */
    boolean add(Attempt attempt, CaseResult result);

    /**
     * Ends an evaluation. The first end counts.
     *
     * @param status a final one
     */
    void end(EvaluationId id, TaskStatus status, Evaluation.End end);
}
