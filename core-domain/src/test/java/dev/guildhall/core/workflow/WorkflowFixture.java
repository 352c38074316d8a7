package dev.guildhall.core.workflow;

import dev.guildhall.core.agenttask.AgentTaskLimits;
import dev.guildhall.core.agenttask.StepPrompts;
import dev.guildhall.core.config.UnknownTaskTypes;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.core.inmemory.defaults.RequiredFieldsValidator;
import dev.guildhall.core.security.Permissions;
import dev.guildhall.core.task.TaskHandlers;
import dev.guildhall.core.task.TaskStats;
import dev.guildhall.core.task.TaskTypeRules;
import dev.guildhall.core.time.Threads;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.AttemptEnd;
import dev.guildhall.ports.task.NodeId;
import dev.guildhall.ports.task.SettleAndClaim;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.task.TaskStore;
import dev.guildhall.ports.task.TaskType;
import dev.guildhall.ports.workflow.StepSpec;
import dev.guildhall.ports.workflow.Workflow;
import dev.guildhall.ports.workflow.WorkflowStep;
import dev.guildhall.testkit.ManualTicker;
import dev.guildhall.testkit.Sample;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Workflows in memory whose tasks a function executes at once. Confined to the test's thread. */
public final class WorkflowFixture {
    private static final TaskTypeRules TYPES = new TaskTypeRules(new TaskHandlers(), List.of(), UnknownTaskTypes.AGENT);

    private static final int MANY = 10_000;

    private final ManualTicker time = new ManualTicker(Sample.NOW);
    private final Stores stores = InMemoryStores.empty(time);
    private final TaskStore tasks = stores.tasks();
    private final Permissions permissions = new Permissions(Set.of());
    private final WorkflowProgress progress;
    private final WorkflowRunner runner;
    private final NodeId node = new NodeId(Sample.id("node"));

    public WorkflowFixture() {
        this(WorkflowLimits.DEFAULT);
    }

    public WorkflowFixture(WorkflowLimits limits) {
        this(limits, new StepInputs(limits.inputCharacters()));
    }

    WorkflowFixture(WorkflowLimits limits, StepAssignment inputs) {
        Map<Workflow.Kind, StepAssignment> assignments = Map.of(
                Workflow.Kind.WORKFLOW, inputs, Workflow.Kind.AGENT_TASK, new StepPrompts(AgentTaskLimits.DEFAULT));
        progress = new WorkflowProgress(
                new Threads(), stores, Sample::id, assignments, new TaskStats(time, stores.tasks()), TYPES, limits);
        runner = new WorkflowRunner(time, time, stores, progress, limits);
        tasks.renew(node, Duration.ofDays(1_000));
    }

    /** A caller without an account here, who needs none in these tests. */
    public static Caller.User someone(Role... roles) {
        return new Caller.User(
                new UserId(UserId.EXTERNAL + Sample.id("someone")),
                new ProfileId(Sample.id("prf")),
                new SessionId(Sample.id("ses")),
                Set.of(roles));
    }

    static StepSpec step(String name, String... dependsOn) {
        return step(name, Map.of(), dependsOn);
    }

    static StepSpec step(String name, Map<String, Object> input, String... dependsOn) {
        return new StepSpec(name, "", new TaskType("echo"), List.of(), input, List.of(dependsOn));
    }

    WorkflowDefinitionService definitions() {
        return new WorkflowDefinitionService(
                time, Sample::id, stores, permissions, service(), new RequiredFieldsValidator());
    }

    public WorkflowService service() {
        return new WorkflowService(time, time, new Threads(), Sample::id, stores, progress, permissions, TYPES);
    }

    WorkflowRunner runner() {
        return runner;
    }

    public WorkflowProgress progress() {
        return progress;
    }

    public Stores stores() {
        return stores;
    }

    public Permissions permissions() {
        return permissions;
    }

    public TaskStore tasks() {
        return tasks;
    }

    public ManualTicker time() {
        return time;
    }

    /** Executes the waiting tasks, and returns how many they were. */
    public int carryOut(Function<Task, TaskState.Ended> work) {
        List<Task> claimed =
                tasks.settleAndClaim(new SettleAndClaim(node, List.of(), MANY)).claimed();
        List<AttemptEnd> ended = claimed.stream()
                .map(task -> new AttemptEnd(
                        task.id(), ((TaskState.Running) task.state()).lease(), new AttemptEnd.Final(work.apply(task))))
                .toList();
        tasks.settleAndClaim(new SettleAndClaim(node, ended, 0));
        return claimed.size();
    }

    /** Executes tasks until none waits, and returns how many they were. */
    public int carryOutAll(Function<Task, TaskState.Ended> work) {
        int all = 0;
        int now;
        do {
            runner.round();
            now = carryOut(work);
            all += now;
        } while (now > 0);
        runner.round();
        return all;
    }

    /** The step of a task. */
    public WorkflowStep stepOf(Workflow workflow, String name) {
        return workflow.steps().stream()
                .filter(step -> step.spec().name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
