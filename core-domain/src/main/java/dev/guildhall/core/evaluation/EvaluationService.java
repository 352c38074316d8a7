package dev.guildhall.core.evaluation;

import dev.guildhall.core.assistant.UsableAssistants;
import dev.guildhall.core.security.Permissions;
import dev.guildhall.core.task.TaskTypes;
import dev.guildhall.ports.AssistantId;
import dev.guildhall.ports.AssistantVersion;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.Limit;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.assistant.Assistant;
import dev.guildhall.ports.assistant.AssistantStore;
import dev.guildhall.ports.evaluation.CaseDefinition;
import dev.guildhall.ports.evaluation.CaseId;
import dev.guildhall.ports.evaluation.Evaluation;
import dev.guildhall.ports.evaluation.EvaluationCase;
import dev.guildhall.ports.evaluation.EvaluationId;
import dev.guildhall.ports.evaluation.EvaluationStore;
import dev.guildhall.ports.evaluation.Evaluations;
import dev.guildhall.ports.problem.AgentProblem;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskSpec;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.task.TaskStatus;
import dev.guildhall.ports.task.Tasks;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Keeps cases, starts evaluations, and shows their results (evaluation-1 to evaluation-3). */
public final class EvaluationService implements Evaluations {
    /** All cases of the most have this long. */
    private static final Duration TTL = Duration.ofDays(1);

    private static final int SETTLED_AT_ONCE = 200;
    private static final String GONE = "the task of the evaluation was removed before its end";

    private final InstantSource clock;
    private final IdSource ids;
    private final Stores stores;
    private final EvaluationStore store;
    private final AssistantStore assistants;
    private final UsableAssistants usable;
    private final Permissions permissions;
    private final Tasks tasks;

    public EvaluationService(InstantSource clock, IdSource ids, Stores stores, Permissions permissions, Tasks tasks) {
        this.clock = clock;
        this.ids = ids;
        this.stores = stores;
        this.store = stores.evaluations();
        this.assistants = stores.assistants();
        this.usable = new UsableAssistants(assistants);
        this.permissions = permissions;
        this.tasks = tasks;
    }

    @Override
    public EvaluationCase addCase(Caller caller, AssistantId assistant, CaseDefinition definition) {
        Caller.User user = caller.requireUser();
        EvaluationCase added = new EvaluationCase(new CaseId(ids.next("case")), assistant, definition, clock.instant());
        stores.transactions().run(() -> {
            lockChangeable(user, assistant);
            if (store.countCases(assistant) >= MOST_CASES) {
                throw new Refusal(new AgentProblem.TooManyCases(MOST_CASES));
            }
            store.add(added);
        });
        return added;
    }

    /** The lock makes two calls at once count one after the other. */
    private void lockChangeable(Caller.User user, AssistantId id) {
        Assistant seen = usable.find(user, id);
        if (!seen.owner().equals(user.userId())) {
            throw new Refusal(new CommonProblem.Forbidden("only the owner of an assistant changes its cases"));
        }
        assistants.lock(id);
    }

    @Override
    public Page<EvaluationCase> cases(Caller caller, AssistantId assistant, PageRequest page) {
        usable.find(caller.requireUser(), assistant);
        return store.cases(assistant, page);
    }

    @Override
    public EvaluationCase findCase(Caller caller, AssistantId assistant, CaseId id) {
        usable.find(caller.requireUser(), assistant);
        return store.find(assistant, id).orElseThrow(EvaluationService::noCase);
    }

    private static Refusal noCase() {
        return new Refusal(new CommonProblem.NotFound("case"));
    }

    @Override
    public void deleteCase(Caller caller, AssistantId assistant, CaseId id) {
        Caller.User user = caller.requireUser();
        stores.transactions().run(() -> {
            lockChangeable(user, assistant);
            if (!store.remove(assistant, id)) {
                throw noCase();
            }
        });
    }

    @Override
    public Evaluation start(Caller caller, AssistantId assistant, Optional<Integer> version) {
        Caller.User user = caller.requireUser();
        AssistantVersion wanted = version(user, assistant, version);
        settle(store.list(assistant, user.userId(), new PageRequest(new Limit(MOST_STORED), Optional.empty()))
                .items());
        return stores.transactions().inTransaction(() -> {
            Task task = tasks.submit(user, spec(wanted), Optional.empty()).task();
            return add(user, wanted, task);
        });
    }

    private AssistantVersion version(Caller.User user, AssistantId assistant, Optional<Integer> wanted) {
        Assistant newest = usable.find(user, assistant);
        int version = wanted.orElse(newest.version());
        return assistants
                .find(assistant, version)
                .map(Assistant::asVersion)
                .orElseThrow(() -> new Refusal(
                        new CommonProblem.NotFound("version of the assistant", Optional.of(String.valueOf(version)))));
    }

    private static TaskSpec spec(AssistantVersion assistant) {
        Map<String, Object> input = new LinkedHashMap<>();
        input.put(EvaluationExecutor.ASSISTANT, assistant.id().value());
        input.put(EvaluationExecutor.VERSION, assistant.version());
        return new TaskSpec(TaskTypes.EVALUATION, input, List.of(), TaskSpec.DEFAULT_PRIORITY, TTL);
    }

    /** Part of the open transaction. */
    private Evaluation add(Caller.User user, AssistantVersion assistant, Task task) {
        if (assistants.lock(assistant.id()).isEmpty()) {
            throw new Refusal(new CommonProblem.NotFound("assistant"));
        }
        if (store.prune(assistant.id(), user.countsFor(), MOST_STORED - 1) >= MOST_STORED) {
            throw new Refusal(new AgentProblem.TooManyEvaluations(MOST_STORED));
        }
        Evaluation evaluation = new Evaluation(
                new EvaluationId(ids.next("eval")),
                assistant,
                user.userId(),
                user.countsForInsteadOf(user.userId()),
                task.id(),
                store.caseIds(assistant.id(), MOST_CASES),
                TaskStatus.QUEUED,
                Optional.empty(),
                List.of(),
                clock.instant());
        store.add(evaluation);
        return evaluation;
    }

    /** The evaluation of a task; one that was submitted by itself, for example by a schedule, begins its own. */
    Evaluation of(Caller.User owner, Task task, AssistantId assistant, Optional<Integer> version) {
        return store.ofTask(task.id()).orElseGet(() -> {
            AssistantVersion wanted = version(owner, assistant, version);
            return stores.transactions().inTransaction(() -> add(owner, wanted, task));
        });
    }

    @Override
    public Page<Evaluation> list(Caller caller, AssistantId assistant, PageRequest page) {
        Caller.User user = caller.requireUser();
        usable.find(user, assistant);
        Page<Evaluation> stored = store.list(assistant, user.userId(), page);
        Page<Evaluation> shown = settle(stored.items()) ? store.list(assistant, user.userId(), page) : stored;
        Map<TaskId, Task> running = tasksOf(shown.items());
        return shown.map(one -> shown(one, running));
    }

    @Override
    public Evaluation find(Caller caller, AssistantId assistant, EvaluationId id) {
        Caller.User user = caller.requireUser();
        usable.find(user, assistant);
        Evaluation stored = stored(user, assistant, id);
        Evaluation now = settle(List.of(stored)) ? stored(user, assistant, id) : stored;
        return shown(now, tasksOf(List.of(now)));
    }

    private Evaluation stored(Caller.User user, AssistantId assistant, EvaluationId id) {
        return store.find(assistant, id)
                .filter(one -> permissions.sees(user, one.user()))
                .orElseThrow(() -> new Refusal(new CommonProblem.NotFound("evaluation")));
    }

    /** Those that have not ended. */
    private Map<TaskId, Task> tasksOf(List<Evaluation> evaluations) {
        List<TaskId> unended = evaluations.stream()
                .filter(one -> !one.status().isFinal())
                .map(Evaluation::task)
                .toList();
        return unended.isEmpty()
                ? Map.of()
                : stores.tasks().findAll(unended).stream().collect(Collectors.toMap(Task::id, Function.identity()));
    }

    /** An evaluation runs while its task does. */
    private static Evaluation shown(Evaluation stored, Map<TaskId, Task> running) {
        return Optional.ofNullable(running.get(stored.task()))
                .filter(task -> task.status() == TaskStatus.RUNNING)
                .map(task -> stored.with(TaskStatus.RUNNING, Optional.empty()))
                .orElse(stored);
    }

    /** Ends evaluations whose tasks have ended: these decide, and are removed earlier. Whether there were some. */
    private boolean settle(List<Evaluation> evaluations) {
        Map<TaskId, Task> running = tasksOf(evaluations);
        boolean ended = false;
        for (Evaluation one : evaluations) {
            Optional<Task> task = Optional.ofNullable(running.get(one.task()));
            if (!one.status().isFinal()
                    && task.filter(known -> !known.status().isFinal()).isEmpty()) {
                Instant at = task.flatMap(Task::completedAt).orElseGet(clock::instant);
                store.end(
                        one.id(),
                        task.map(Task::status).orElse(TaskStatus.FAILED),
                        new Evaluation.End(errorOf(task), at));
                ended = true;
            }
        }
        return ended;
    }

    private static Optional<String> errorOf(Optional<Task> task) {
        return task.isEmpty()
                ? Optional.of(GONE)
                : task.map(Task::state)
                        .filter(TaskState.Failed.class::isInstance)
                        .map(state -> ((TaskState.Failed) state).error().message());
    }

    /** Ends all evaluations whose tasks have ended. */
    public void settleAll() {
        Optional<EvaluationId> after = Optional.empty();
        List<Evaluation> some;
        do {
            some = store.unended(after, SETTLED_AT_ONCE);
            settle(some);
            after = some.isEmpty() ? after : Optional.of(some.getLast().id());
        } while (some.size() == SETTLED_AT_ONCE);
    }
}
