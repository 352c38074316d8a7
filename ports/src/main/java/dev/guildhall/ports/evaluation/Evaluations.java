package dev.guildhall.ports.evaluation;

import dev.guildhall.ports.AssistantId;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import java.util.Optional;

/**
 * Driving port: cases of assistants, and evaluations (evaluation-1 to evaluation-6). Who reads the assistant reads its cases
 * and starts evaluations; the owner of the assistant alone adds and deletes cases; an evaluation is read by the user who
 * started it, and by admins. Blocks. Refuses with {@code CommonProblem.Unauthenticated}, and with {@code CommonProblem.NotFound}
 * for an assistant or an evaluation that the caller does not read.
 */
public interface Evaluations {
    /** How many cases an assistant has. */
    int MOST_CASES = 200;

    /** How many evaluations of one assistant are stored for one user, the newest ones. */
    int MOST_STORED = 50;

    /**
     * Adds a case.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code AgentProblem.TooManyCases}; with
     *     {@code CommonProblem.Forbidden} for a caller who is not the owner of the assistant
     */
    EvaluationCase addCase(Caller caller, AssistantId assistant, CaseDefinition definition);

    /** The cases of an assistant, latest first. */
    Page<EvaluationCase> cases(Caller caller, AssistantId assistant, PageRequest page);

    /**
     * One case.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code NotFound} also when the assistant has no such case
     */
    EvaluationCase findCase(Caller caller, AssistantId assistant, CaseId id);

    /**
     * Deletes a case. Results of it stay; evaluations that have not come to it leave it out.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code NotFound} also when the assistant has no such case; with
     *     {@code CommonProblem.Forbidden} as {@link #addCase}
     */
    void deleteCase(Caller caller, AssistantId assistant, CaseId id);

    /**
     * Starts an evaluation of all cases that the assistant has now: a task of the queue, with the rights of the caller.
     *
     * @param version absent means the newest one
     * @throws dev.guildhall.ports.problem.Refusal with {@code NotFound} also when the assistant has no such version; with
     *     {@code AgentProblem.TooManyEvaluations} when the caller has {@value #MOST_STORED} of this assistant that have not
     *     ended; as {@code Tasks.submit}
     */
    Evaluation start(Caller caller, AssistantId assistant, Optional<Integer> version);

    /**
     * The evaluations of an assistant that the caller started, latest first. Their results have the first
     * {@value EvaluationStore#LISTED_ANSWER} characters of each answer.
     */
    Page<Evaluation> list(Caller caller, AssistantId assistant, PageRequest page);

    /**
     * One evaluation, with the results of the cases that have ended.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code NotFound} also when the assistant has no such evaluation
     */
    Evaluation find(Caller caller, AssistantId assistant, EvaluationId id);
}
