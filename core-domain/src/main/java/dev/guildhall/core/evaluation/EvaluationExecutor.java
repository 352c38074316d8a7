package dev.guildhall.core.evaluation;

import dev.guildhall.core.account.AccountRoles;
import dev.guildhall.core.agent.AssistantAnswers;
import dev.guildhall.core.assistant.UsableAssistants;
import dev.guildhall.core.task.Inputs;
import dev.guildhall.core.task.TaskTypes;
import dev.guildhall.ports.AssistantId;
import dev.guildhall.ports.AssistantVersion;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.agent.AssistantAnswer;
import dev.guildhall.ports.assistant.Assistant;
import dev.guildhall.ports.assistant.Assistants;
import dev.guildhall.ports.completion.Completions;
import dev.guildhall.ports.evaluation.CaseDefinition;
import dev.guildhall.ports.evaluation.CaseId;
import dev.guildhall.ports.evaluation.CaseResult;
import dev.guildhall.ports.evaluation.Evaluation;
import dev.guildhall.ports.evaluation.EvaluationCase;
import dev.guildhall.ports.evaluation.EvaluationStore;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskExecutor;
import dev.guildhall.ports.task.TaskType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Carries out evaluations, one case after the other: the input is {@code {assistantId, version?}}, the output
 * {@code {evaluationId, version, passed, failed}}. A further attempt keeps the results of the cases that have ended.
 */
public final class EvaluationExecutor implements TaskExecutor {
    static final String ASSISTANT = "assistantId";
    static final String VERSION = "version";

    private final EvaluationService evaluations;
    private final EvaluationStore store;
    private final Stores stores;
    private final UsableAssistants usable;
    private final AccountRoles roles;
    private final AssistantAnswers answers;
    private final RubricJudge judge;

    public EvaluationExecutor(
            EvaluationService evaluations,
            Stores stores,
            AccountRoles roles,
            AssistantAnswers answers,
            Completions completions) {
        this.evaluations = evaluations;
        this.stores = stores;
        this.store = stores.evaluations();
        this.usable = new UsableAssistants(stores.assistants());
        this.roles = roles;
        this.answers = answers;
        this.judge = new RubricJudge(completions);
    }

    @Override
    public boolean takes(TaskType type) {
        return type.equals(TaskTypes.EVALUATION);
    }

    @Override
    public Map<String, Object> execute(Caller.User owner, Task task) {
        AssistantId assistant = new AssistantId(Inputs.text(task, ASSISTANT));
        Evaluation started = evaluations.of(owner, task, assistant, version(task));
        EvaluationStore.Attempt attempt = new EvaluationStore.Attempt(started.id(), task.fence());
        requireLatest(store.begin(attempt));
        Evaluation evaluation = stored(task);
        Set<CaseId> ended =
                evaluation.results().stream().map(CaseResult::caseId).collect(Collectors.toSet());
        for (CaseId id : evaluation.cases()) {
            if (!ended.contains(id)) {
                run(owner, evaluation, attempt, id);
            }
        }
        return output(stored(task));
    }

    /** From the beginning of the attempt on, no other one adds results. */
    private Evaluation stored(Task task) {
        return store.ofTask(task.id()).orElseThrow(EvaluationExecutor::gone);
    }

    private static Optional<Integer> version(Task task) {
        return task.spec().input().get(VERSION) == null
                ? Optional.empty()
                : Optional.of((int) Inputs.wholeNumber(task, VERSION, 1, Assistants.MOST_VERSIONS));
    }

    private static void requireLatest(boolean isLatest) {
        if (!isLatest) {
            throw gone();
        }
    }

    private static Refusal gone() {
        return new Refusal(new CommonProblem.NotFound("evaluation: it or its assistant was deleted, or it has ended"));
    }

    private static Map<String, Object> output(Evaluation ended) {
        Map<String, Object> output = new LinkedHashMap<>();
        output.put("evaluationId", ended.id().value());
        output.put(VERSION, ended.assistant().version());
        output.put("passed", ended.passed());
        output.put("failed", ended.failed());
        return output;
    }

    /** Rights and the assistant are read anew for each case, since an evaluation can run for hours. */
    private void run(Caller.User owner, Evaluation evaluation, EvaluationStore.Attempt attempt, CaseId id) {
        if (Thread.currentThread().isInterrupted()) {
            throw new Refusal(new CommonProblem.Cancelled());
        }
        Caller.User caller = roles.current(owner);
        AssistantVersion version = evaluation.assistant();
        usable.find(caller, version.id());
        Assistant assistant =
                stores.assistants().find(version.id(), version.version()).orElseThrow(EvaluationExecutor::gone);
        Optional<EvaluationCase> wanted = store.find(version.id(), id);
        if (wanted.isPresent()) {
            Trial trial = new Trial(caller, evaluation, assistant, wanted.get());
            requireLatest(store.add(attempt, result(trial)));
        }
    }

    private record Trial(Caller.User caller, Evaluation evaluation, Assistant assistant, EvaluationCase wanted) {}

    private CaseResult result(Trial trial) {
        CaseId id = trial.wanted().id();
        CaseDefinition definition = trial.wanted().definition();
        try {
            AssistantAnswer answer = answers.answerCase(
                    trial.caller(),
                    trial.assistant(),
                    definition.input(),
                    new AssistantAnswers.InCase(trial.evaluation().task(), id.value(), definition.execute()));
            return judged(trial, answer);
        } catch (Refusal refused) {
            if (endsAttempt(refused.problem())) {
                throw refused;
            }
            return CaseResult.failed(id, "no answer: " + refused.problem().message());
        }
    }

    /** Other problems are those of one case. */
    private static boolean endsAttempt(Problem problem) {
        return problem instanceof CommonProblem.Cancelled
                || problem instanceof CommonProblem.Unavailable
                || problem instanceof CommonProblem.Unauthenticated;
    }

    private CaseResult judged(Trial trial, AssistantAnswer answer) {
        CaseDefinition definition = trial.wanted().definition();
        List<String> reasons = new ArrayList<>(CaseChecks.failures(definition, answer.text(), answer.toolsUsed()));
        boolean passed = reasons.isEmpty();
        if (definition.rubric().isPresent()) {
            RubricJudge.Verdict verdict = verdict(trial, definition.rubric().get(), answer);
            reasons.add("rubric: " + verdict.reason());
            passed = passed && verdict.passed();
        }
        return new CaseResult(trial.wanted().id(), passed, answer.text(), reasons, answer.toolsUsed());
    }

    private RubricJudge.Verdict verdict(Trial trial, String rubric, AssistantAnswer answer) {
        String question = trial.wanted().definition().input();
        try {
            return judge.judge(
                    trial.caller(),
                    trial.assistant(),
                    new RubricJudge.Judged(rubric, question, answer.text(), answer.toolsUsed()));
        } catch (Refusal refused) {
            if (endsAttempt(refused.problem())) {
                throw refused;
            }
            return new RubricJudge.Verdict(
                    false, "no verdict: " + refused.problem().message());
        }
    }
}
