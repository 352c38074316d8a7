package dev.guildhall.core.start;

import dev.guildhall.core.security.Permissions;
import dev.guildhall.core.task.TaskErrors;
import dev.guildhall.core.task.TaskRules;
import dev.guildhall.core.task.TaskTools;
import dev.guildhall.core.task.TaskTypeRules;
import dev.guildhall.core.workflow.StepRules;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Limit;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.evaluation.Evaluation;
import dev.guildhall.ports.evaluation.Evaluations;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.Violation;
import dev.guildhall.ports.run.Run;
import dev.guildhall.ports.run.RunId;
import dev.guildhall.ports.run.Runs;
import dev.guildhall.ports.start.Start;
import dev.guildhall.ports.start.StartFailure;
import dev.guildhall.ports.start.StartKind;
import dev.guildhall.ports.start.StartReader;
import dev.guildhall.ports.start.StartRequest;
import dev.guildhall.ports.start.StartedWork;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskError;
import dev.guildhall.ports.task.TaskSpec;
import dev.guildhall.ports.task.Tasks;
import dev.guildhall.ports.workflow.Workflow;
import dev.guildhall.ports.workflow.WorkflowDefinitions;
import dev.guildhall.ports.workflow.WorkflowId;
import dev.guildhall.ports.workflow.Workflows;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Checks and starts work that was described before (schedules-1). */
public final class Starts {
    private static final PageRequest ONE = new PageRequest(new Limit(1), Optional.empty());

    private final StartReader reader;
    private final Stores stores;
    private final Permissions permissions;
    private final TaskTypeRules types;
    private final Services services;
    private final ChatStarts chats;

    /** What starts work. */
    public record Services(
            Tasks tasks, Workflows workflows, WorkflowDefinitions definitions, Runs runs, Evaluations evaluations) {}

    public Starts(
            StartReader reader,
            Stores stores,
            Permissions permissions,
            TaskTypeRules types,
            Services services,
            ChatStarts chats) {
        this.reader = reader;
        this.stores = stores;
        this.permissions = permissions;
        this.types = types;
        this.services = services;
        this.chats = chats;
    }

    /**
     * Refuses what the request that starts such work would refuse, whatever runs at the moment.
     *
     * @throws Refusal with {@code CommonProblem.Invalid} whose fields begin with {@code start.}, and others as that request
     */
    public void check(Caller.User caller, Start start) {
        StartRequest request = reader.read(start);
        try {
            check(caller, request);
        } catch (Refusal refused) {
            throw below(start.kind(), refused);
        }
    }

    private static Refusal below(StartKind kind, Refusal refused) {
        if (!(refused.problem() instanceof CommonProblem.Invalid invalid)) {
            return refused;
        }
        String prefix = "start." + kind.name().toLowerCase(Locale.ROOT) + ".";
        return new Refusal(new CommonProblem.Invalid(invalid.violations().stream()
                .map(violation -> new Violation(prefix + violation.field(), violation.message()))
                .toList()));
    }

    private void check(Caller.User caller, StartRequest request) {
        switch (request) {
            case StartRequest.Task(TaskSpec spec, boolean ignored) -> {
                TaskRules.require(spec);
                types.requireKnown(spec.type());
                TaskTools.restricted(caller, spec.type(), spec.input(), spec.tools());
            }
            case StartRequest.Workflow workflow -> {
                Text.requireName("name", workflow.name(), 1, Workflows.MAX_NAME);
                StepRules.require(workflow.steps(), Set.of());
                workflow.steps().forEach(step -> {
                    types.requireKnown(step.taskType());
                    TaskTools.restricted(caller, step.taskType(), step.input(), step.tools());
                });
            }
            case StartRequest.Run ignored -> requireService(caller, "runs");
            case StartRequest.Chat(var question) -> {
                requireService(caller, "agent");
                permissions.requireSelf(caller, question.userId());
            }
            case StartRequest.Definition definition -> requireDefinition(caller, definition);
            case StartRequest.Evaluation evaluation -> {
                requireService(caller, "agent");
                services.evaluations().cases(caller, evaluation.assistant(), ONE);
            }
        }
    }

    private void requireDefinition(Caller.User caller, StartRequest.Definition wanted) {
        try {
            services.definitions().find(caller, wanted.definition(), wanted.version());
        } catch (Refusal refused) {
            throw refused.problem() instanceof CommonProblem.NotFound
                    ? Refusal.invalid("id", "names no definition of a workflow, or none of that version")
                    : refused;
        }
    }

    private static void requireService(Caller.User caller, String service) {
        if (!caller.mayCall(service)) {
            throw new Refusal(new CommonProblem.Forbidden("the API key does not reach the service " + service));
        }
    }

    /** Starts work as part of the open transaction, so that it is started exactly if the caller's writes are kept. */
    public StartedWork start(Caller.User caller, Start start) {
        return switch (reader.read(start)) {
            case StartRequest.Task(TaskSpec spec, boolean asks) -> {
                Task task = (asks
                                ? services.tasks().submitAsking(caller, spec, Optional.empty())
                                : services.tasks().submit(caller, spec, Optional.empty()))
                        .task();
                yield new StartedWork(StartKind.TASK, task.id().value(), Optional.of(task.id()));
            }
            case StartRequest.Workflow workflow -> {
                Workflow started = (workflow.asks()
                                ? services.workflows()
                                        .startAsking(caller, workflow.name(), workflow.steps(), Optional.empty())
                                : services.workflows()
                                        .start(caller, workflow.name(), workflow.steps(), Optional.empty()))
                        .workflow();
                yield new StartedWork(StartKind.WORKFLOW, started.id().value(), Optional.empty());
            }
            case StartRequest.Run(var request) -> {
                requireService(caller, "runs");
                Run run =
                        services.runs().start(caller, request, Optional.empty()).run();
                yield new StartedWork(StartKind.RUN, run.id().value(), Optional.of(run.taskId()));
            }
            case StartRequest.Chat(var question) -> {
                requireService(caller, "agent");
                yield chats.start(caller, question, start);
            }
            case StartRequest.Definition(var id, var version, var input) -> {
                Workflow started = services.definitions()
                        .start(caller, id, version, input, Optional.empty())
                        .workflow();
                yield new StartedWork(StartKind.DEFINITION, started.id().value(), Optional.empty());
            }
            case StartRequest.Evaluation(var assistant, var version) -> {
                requireService(caller, "agent");
                Evaluation evaluation = services.evaluations().start(caller, assistant, version);
                yield new StartedWork(StartKind.EVALUATION, evaluation.id().value(), Optional.of(evaluation.task()));
            }
        };
    }

    /** Whether work has ended; work that is not stored any more has. */
    public boolean hasEnded(StartedWork work) {
        return work.task()
                .map(id -> stores.tasks()
                        .find(id)
                        .map(task -> task.status().isFinal())
                        .orElse(true))
                .orElseGet(() -> stores.workflows()
                        .find(new WorkflowId(work.id()))
                        .map(workflow -> workflow.status().isFinal())
                        .orElse(true));
    }

    /** Cancels work, unless it has ended. */
    public void cancel(Caller.User caller, StartedWork work) {
        try {
            switch (work.kind()) {
                case TASK, CHAT, EVALUATION ->
                    services.tasks().cancel(caller, work.task().orElseThrow());
                case WORKFLOW, DEFINITION -> services.workflows().cancel(caller, new WorkflowId(work.id()));
                case RUN -> services.runs().cancel(caller, new RunId(work.id()));
            }
        } catch (Refusal refused) {
            if (!(refused.problem() instanceof CommonProblem.Conflict)) {
                throw refused;
            }
        }
    }

    /** Why a start failed, for its owner. */
    public static StartFailure failure(Refusal refused) {
        TaskError error = TaskErrors.of(refused.problem()).error();
        return new StartFailure(error.code(), error.message());
    }
}
