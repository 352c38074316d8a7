package dev.guildhall.core;

import dev.guildhall.core.account.AccountRoles;
import dev.guildhall.core.agenttask.AgentTaskLimits;
import dev.guildhall.core.agenttask.AgentTaskService;
import dev.guildhall.core.agenttask.StepPrompts;
import dev.guildhall.core.builtin.AgentTaskTools;
import dev.guildhall.core.inmemory.defaults.NoSuites;
import dev.guildhall.core.response.ResponseTaskExecutor;
import dev.guildhall.core.run.RunMaintenance;
import dev.guildhall.core.run.RunParts;
import dev.guildhall.core.run.RunService;
import dev.guildhall.core.run.RunWorker;
import dev.guildhall.core.run.SuiteService;
import dev.guildhall.core.schedule.ScheduleRunner;
import dev.guildhall.core.schedule.ScheduleService;
import dev.guildhall.core.security.Permissions;
import dev.guildhall.core.start.ChatStarts;
import dev.guildhall.core.start.ChatTaskExecutor;
import dev.guildhall.core.start.StartCallers;
import dev.guildhall.core.start.Starts;
import dev.guildhall.core.task.CompletionTaskExecutor;
import dev.guildhall.core.task.EchoExecutor;
import dev.guildhall.core.task.TaskAgentService;
import dev.guildhall.core.task.TaskExecutors;
import dev.guildhall.core.task.TaskIntake;
import dev.guildhall.core.task.TaskNode;
import dev.guildhall.core.task.TaskParts;
import dev.guildhall.core.task.TaskService;
import dev.guildhall.core.task.TaskStats;
import dev.guildhall.core.task.TaskTypeRules;
import dev.guildhall.core.task.TaskWatch;
import dev.guildhall.core.task.ToolTaskExecutor;
import dev.guildhall.core.task.WorkerService;
import dev.guildhall.core.time.BackgroundTasks;
import dev.guildhall.core.time.BatchedSweep;
import dev.guildhall.core.time.Housekeeping;
import dev.guildhall.core.time.Threads;
import dev.guildhall.core.trigger.TriggerService;
import dev.guildhall.core.workflow.StepInputs;
import dev.guildhall.core.workflow.WorkflowDefinitionService;
import dev.guildhall.core.workflow.WorkflowLimits;
import dev.guildhall.core.workflow.WorkflowProgress;
import dev.guildhall.core.workflow.WorkflowRunner;
import dev.guildhall.core.workflow.WorkflowService;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.agent.Agents;
import dev.guildhall.ports.agenttask.AgentTasks;
import dev.guildhall.ports.completion.Completions;
import dev.guildhall.ports.evaluation.Evaluations;
import dev.guildhall.ports.run.Runs;
import dev.guildhall.ports.run.Suites;
import dev.guildhall.ports.schedule.Schedules;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.NodeId;
import dev.guildhall.ports.task.TaskAgents;
import dev.guildhall.ports.task.TaskExecutor;
import dev.guildhall.ports.task.TaskWorkers;
import dev.guildhall.ports.task.Tasks;
import dev.guildhall.ports.tool.SchemaValidator;
import dev.guildhall.ports.tool.ToolInvoker;
import dev.guildhall.ports.trigger.Triggers;
import dev.guildhall.ports.workflow.Workflow;
import dev.guildhall.ports.workflow.WorkflowDefinitions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** Wires the queue and the services that use it. Used once. */
final class TaskWiring {
    private final Parts parts;
    private final InstantSource clock;
    private final Stores stores;
    private final IdSource ids;
    private final Threads threads;
    private final Permissions permissions;
    private final Limits limits;
    private final TaskIntake intake;
    private final TaskWatch watch;
    private final TaskStats stats;
    private final TaskTypeRules types;
    private final WorkflowLimits workflowLimits;
    private final WorkflowProgress progress;
    private final RunParts runParts;
    private final AtomicReference<Optional<NodeId>> leased = new AtomicReference<>(Optional.empty());
    private final AtomicReference<Duration> grace = new AtomicReference<>();

    TaskWiring(Parts parts, IdSource ids, Permissions permissions, Threads threads) {
        this.threads = threads;
        this.parts = parts;
        this.ids = ids;
        this.permissions = permissions;
        clock = parts.clock();
        stores = parts.stores();
        limits = parts.limits;
        grace.set(limits.task().node().grace());
        types = new TaskTypeRules(parts.handlers, parts.executors, parts.unknownTaskTypes);
        stats = new TaskStats(clock, stores.tasks());
        intake = new TaskIntake(stores.tasks(), threads);
        watch = new TaskWatch(
                stores.tasks(), threads, parts.ticker(), limits.task().node().poll());
        workflowLimits = WorkflowLimits.DEFAULT.withCapacity(limits.task().capacity());
        runParts = new RunParts(
                clock,
                parts.ticker(),
                threads,
                ids,
                stores,
                parts.blobsOrDefault(),
                parts.suites,
                parts.runner.orElseGet(NoSuites::new),
                limits.task().capacity(),
                limits.run());
        progress = new WorkflowProgress(
                threads,
                stores,
                ids,
                Map.of(
                        Workflow.Kind.WORKFLOW, new StepInputs(workflowLimits.inputCharacters()),
                        Workflow.Kind.AGENT_TASK, new StepPrompts(AgentTaskLimits.DEFAULT)),
                stats,
                types,
                workflowLimits);
    }

    /** The node of this process while it has a lease. */
    Supplier<Optional<NodeId>> leased() {
        return leased::get;
    }

    /** How long running tasks may still run when the node stops: not longer than the limit. */
    void setGrace(Duration most) {
        Duration limit = limits.task().node().grace();
        grace.set(most.compareTo(limit) < 0 ? most : limit);
    }

    TaskStats stats() {
        return stats;
    }

    Tasks tasks() {
        return new TaskService(clock, ids, stores, intake, watch, stats, permissions, types, limits.task());
    }

    TaskAgents agents() {
        return new TaskAgentService(stores, stats, permissions);
    }

    TaskWorkers workers() {
        return new WorkerService(clock, ids, stores, permissions, stats, limits.task());
    }

    WorkflowService workflows() {
        return new WorkflowService(clock, parts.ticker(), threads, ids, stores, progress, permissions, types);
    }

    WorkflowDefinitions workflowDefinitions(WorkflowService workflows, SchemaValidator schemas) {
        return new WorkflowDefinitionService(clock, ids, stores, permissions, workflows, schemas);
    }

    Runs runs() {
        return new RunService(runParts);
    }

    Suites suites() {
        return new SuiteService(runParts);
    }

    /** The tasks of the agent service, whose steps use the tools of the agents. */
    AgentTasks agentTasks(Completions completions, Supplier<Agents> agents) {
        return new AgentTaskService(
                new AgentTaskService.Engine(clock, ids, stores, progress, permissions),
                completions,
                caller -> AgentTaskTools.ofSteps(agents.get().tools(caller)),
                AgentTaskLimits.DEFAULT);
    }

    /** What schedules start work with. */
    record Starting(Starts starts, StartCallers callers) {}

    Starting starting(Evaluations evaluations) {
        Starts starts = new Starts(
                parts.startReader,
                stores,
                permissions,
                types,
                new Starts.Services(
                        tasks(),
                        workflows(),
                        workflowDefinitions(workflows(), parts.schemaValidator),
                        runs(),
                        evaluations),
                new ChatStarts(clock, ids, stores, tasks()));
        return new Starting(starts, new StartCallers(clock, roles(), stores.apiKeys()));
    }

    Schedules schedules(Starting starting) {
        return new ScheduleService(ids, stores, permissions, parts.cronParser, starting.starts(), starting.callers());
    }

    Triggers triggers(Starting starting) {
        return new TriggerService(
                new TriggerService.Parts(clock, ids, parts.secrets, parts.rateLimiterOrDefault(), stores),
                permissions,
                starting.starts(),
                starting.callers());
    }

    private AccountRoles roles() {
        return new AccountRoles(clock, stores.accounts(), permissions);
    }

    /** The tools with which an agent creates tasks. */
    static ToolInvoker tools(AgentTasks tasks) {
        return new AgentTaskTools(tasks);
    }

    /** Executes tasks and maintains the queue; the agent executes the tasks that no other executor handles. */
    BackgroundTasks node(
            Agents agents, Completions completions, Starting starting, TaskExecutor evaluations, TaskExecutor agent) {
        List<TaskExecutor> ofProgram = new ArrayList<>(parts.executors);
        ofProgram.add(parts.handlers);
        List<TaskExecutor> builtIn = new ArrayList<>(List.of(new EchoExecutor(), new ToolTaskExecutor(agents)));
        parts.responses.ifPresent(
                runner -> builtIn.add(new ResponseTaskExecutor(stores.responses(), runner, completions)));
        builtIn.add(new CompletionTaskExecutor(completions));
        builtIn.add(evaluations);
        builtIn.add(new ChatTaskExecutor(parts.startReader, agents, stores.conversations()));
        builtIn.add(agent);
        TaskParts taskParts = new TaskParts(
                clock,
                parts.ticker(),
                threads,
                ids,
                stores.tasks(),
                new TaskExecutors(clock, roles(), stores.apiKeys(), threads, ofProgram, builtIn, limits.task()),
                watch,
                stats,
                parts.nodeOrDefault(),
                limits.task());
        TaskNode node = new TaskNode(taskParts, intake, leased, grace::get);
        RunMaintenance runs = new RunMaintenance(runParts);
        List<Runnable> backgroundTasks = new ArrayList<>(List.of(
                node,
                watch,
                new ScheduleRunner(
                        parts.ticker(), threads, stores, parts.cronParser, starting.starts(), starting.callers()),
                new WorkflowRunner(clock, parts.ticker(), stores, progress, workflowLimits),
                new Housekeeping(
                        parts.ticker(),
                        RunMaintenance.EVERY,
                        new Housekeeping.Job("the end of runs whose task has ended", runs::settle)),
                sweep(node, runs)));
        if (limits.run().slots() > 0 && parts.runner.isPresent()) {
            backgroundTasks.add(new RunWorker(runParts));
        }
        return new BackgroundTasks(backgroundTasks);
    }

    private Housekeeping sweep(TaskNode node, RunMaintenance runs) {
        return new Housekeeping(
                parts.ticker(),
                new Housekeeping.Job("the sweep of old tasks", node::prune),
                new Housekeeping.Job("the sweep of old test runs", runs::prune),
                new Housekeeping.Job(
                        "the sweep of old workflows",
                        () -> BatchedSweep.remove(
                                most -> stores.workflows().prune(clock.instant().minus(workflowLimits.kept()), most))));
    }
}
