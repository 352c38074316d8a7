package dev.guildhall.core.builtin;

import dev.guildhall.core.json.JsonSchema;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdempotencyKey;
import dev.guildhall.ports.agent.AgentTool;
import dev.guildhall.ports.agenttask.AgentTaskRequest;
import dev.guildhall.ports.agenttask.AgentTaskResult;
import dev.guildhall.ports.agenttask.AgentTasks;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskSpec;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolEffect;
import dev.guildhall.ports.tool.ToolInvoker;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.tool.ToolSource;
import dev.guildhall.ports.tool.ToolSpec;
import dev.guildhall.ports.workflow.Workflow;
import dev.guildhall.ports.workflow.WorkflowId;
import dev.guildhall.ports.workflow.WorkflowStatus;
import dev.guildhall.ports.workflow.WorkflowStep;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * {@code builtin.task_create} and {@code builtin.task_status}: an agent in a conversation creates a task and reads its
 * state. The agent of a task may not create tasks, so that tasks do not create tasks without end.
 */
public final class AgentTaskTools implements ToolInvoker {
    /** Creates a task; the agent of a task may not call it. */
    public static final ToolName CREATE = new ToolName("builtin.task_create");

    private static final ToolName STATUS = new ToolName("builtin.task_status");

    private static final Comparator<AgentTool> BUILT_IN_FIRST = Comparator.<AgentTool>comparingInt(
                    tool -> tool.spec().source() == ToolSource.IN_PROCESS ? 0 : 1)
            .thenComparing(tool -> tool.spec().name());
    private static final String TITLE = "title";
    private static final String DESCRIPTION = "description";
    private static final String STEPS = "steps";
    private static final String DEPENDENCIES = "dependencies";
    private static final String TASK_ID = "taskId";

    private static final List<ToolSpec> SPECS = specs();

    private final AgentTasks tasks;

    public AgentTaskTools(AgentTasks tasks) {
        this.tasks = tasks;
    }

    /**
     * The names of the tools that the agents of a task's steps may use: the enabled ones of the user, built-in ones first, as
     * many as a task can name.
     */
    public static List<String> ofSteps(List<AgentTool> all) {
        return all.stream()
                .filter(tool -> tool.enabled() && !tool.spec().name().equals(CREATE))
                .sorted(BUILT_IN_FIRST)
                .map(tool -> tool.spec().name().value())
                .limit(TaskSpec.MAX_TOOLS)
                .toList();
    }

    @Override
    public List<ToolSpec> tools() {
        return SPECS;
    }

    private static List<ToolSpec> specs() {
        return List.of(
                new ToolSpec(
                        CREATE,
                        "Creates a task and starts it: work that goes on in the background, in steps that agents carry"
                                + " out. Use it for what takes long or has parts that can be done at the same time."
                                + " Answers with the task's identifier at once.",
                        createParameters(),
                        ToolSource.IN_PROCESS),
                new ToolSpec(
                        STATUS,
                        "Tells how far a task has come that was created before, with the results of its steps.",
                        JsonSchema.object(
                                Map.of(
                                        TASK_ID,
                                        JsonSchema.text(128, "The identifier that the creation answered with.")),
                                List.of(TASK_ID)),
                        ToolSource.IN_PROCESS));
    }

    private static Map<String, Object> createParameters() {
        Map<String, Object> dependencies = new LinkedHashMap<>();
        dependencies.put("type", "array");
        dependencies.put("items", Map.of("type", "string"));
        dependencies.put("description", "Titles of the steps whose results this one needs.");
        Map<String, Object> step = new LinkedHashMap<>();
        step.put(TITLE, JsonSchema.text(AgentTaskRequest.MAX_TITLE, "Names the step; no other has the same."));
        step.put(DESCRIPTION, JsonSchema.text(AgentTaskRequest.MAX_DESCRIPTION, "What is to be done, in full."));
        step.put(DEPENDENCIES, dependencies);
        Map<String, Object> steps = new LinkedHashMap<>();
        steps.put("type", "array");
        steps.put("maxItems", AgentTaskRequest.MOST_STEPS);
        steps.put("items", JsonSchema.object(step, List.of(TITLE)));
        steps.put("description", "The steps; left out they are planned.");
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put(TITLE, JsonSchema.text(AgentTaskRequest.MAX_TITLE, "What the task is, in a few words."));
        properties.put(
                DESCRIPTION,
                JsonSchema.text(
                        AgentTaskRequest.MAX_DESCRIPTION,
                        "What is to be done, with all that is needed to know: the agents do not see the"
                                + " conversation."));
        properties.put(STEPS, steps);
        return JsonSchema.object(properties, List.of(TITLE, DESCRIPTION));
    }

    @Override
    public ToolEffect effect(ToolName tool) {
        return tool.equals(STATUS) ? ToolEffect.READ : ToolEffect.WRITE;
    }

    @Override
    public ToolOutcome invoke(Caller.User caller, ToolName tool, Map<String, Object> arguments) {
        return invoke(caller, tool, arguments, Optional.empty());
    }

    @Override
    public ToolOutcome invoke(
            Caller.User caller, ToolName tool, Map<String, Object> arguments, Optional<IdempotencyKey> key) {
        try {
            if (tool.equals(CREATE)) {
                return new ToolOutcome.Success(dataOf(created(caller, request(caller, arguments), key)));
            }
            if (tool.equals(STATUS)) {
                WorkflowId id = new WorkflowId(required(arguments, TASK_ID, TASK_ID));
                return new ToolOutcome.Success(dataOf(tasks.find(caller, id)));
            }
        } catch (Refusal refused) {
            if (refused.problem() instanceof CommonProblem.Invalid invalid) {
                return new ToolOutcome.Failure(FailureKind.INVALID_ARGUMENTS, invalid.message());
            }
            if (refused.problem() instanceof CommonProblem.NotFound missing) {
                return new ToolOutcome.Failure(FailureKind.FAILED, missing.message());
            }
            throw refused;
        }
        return new ToolOutcome.Failure(FailureKind.UNKNOWN_TOOL, "there is no tool " + tool);
    }

    /** A task that cannot be started is cancelled, since no client knows about it. */
    private Workflow created(Caller.User caller, AgentTaskRequest request, Optional<IdempotencyKey> key) {
        Workflow task = tasks.create(caller, request, key);
        if (task.status() != WorkflowStatus.PENDING) {
            return task;
        }
        try {
            return tasks.execute(caller, task.id());
        } catch (Refusal refused) {
            tasks.cancel(caller, task.id());
            throw refused;
        }
    }

    private static AgentTaskRequest request(Caller.User caller, Map<String, Object> arguments) {
        return new AgentTaskRequest(
                caller.userId(),
                required(arguments, TITLE, TITLE),
                optional(arguments, DESCRIPTION, DESCRIPTION),
                caller.work().chatId(),
                steps(arguments));
    }

    private static List<AgentTaskRequest.Step> steps(Map<String, Object> arguments) {
        List<AgentTaskRequest.Step> steps = new ArrayList<>();
        for (Object item : list(arguments, STEPS, STEPS)) {
            String field = STEPS + "[" + steps.size() + "]";
            if (!(item instanceof Map<?, ?> step)) {
                throw Refusal.invalid(field, "must be an object");
            }
            List<String> dependencies = new ArrayList<>();
            for (Object needed : list(step, DEPENDENCIES, field + "." + DEPENDENCIES)) {
                if (!(needed instanceof String title)) {
                    throw Refusal.invalid(field + "." + DEPENDENCIES, "must be titles");
                }
                dependencies.add(title);
            }
            steps.add(new AgentTaskRequest.Step(
                    required(step, TITLE, field + "." + TITLE),
                    optional(step, DESCRIPTION, field + "." + DESCRIPTION),
                    dependencies));
        }
        return steps;
    }

    private static String required(Map<?, ?> words, String name, String field) {
        if (words.get(name) instanceof String text) {
            return text;
        }
        throw Refusal.invalid(field, "must be a text");
    }

    private static String optional(Map<?, ?> words, String name, String field) {
        return words.containsKey(name) ? required(words, name, field) : "";
    }

    private static List<?> list(Map<?, ?> words, String name, String field) {
        if (!words.containsKey(name)) {
            return List.of();
        }
        if (words.get(name) instanceof List<?> list) {
            return list;
        }
        throw Refusal.invalid(field, "must be a list");
    }

    private static Map<String, Object> dataOf(Workflow task) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put(TASK_ID, task.id().value());
        data.put(TITLE, task.about().name());
        data.put("status", wireName(task.status()));
        AgentTaskResult.of(task).ifPresent(result -> data.put("result", result));
        data.put(STEPS, task.steps().stream().map(AgentTaskTools::dataOf).toList());
        return data;
    }

    private static Map<String, Object> dataOf(WorkflowStep step) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put(TITLE, step.spec().name());
        data.put("status", wireName(step.status()));
        AgentTaskResult.of(step).ifPresent(result -> data.put("result", result));
        step.endedTask()
                .map(Task::state)
                .flatMap(state -> state instanceof TaskState.Failed failed ? Optional.of(failed) : Optional.empty())
                .ifPresent(failed -> data.put("error", failed.error().message()));
        return data;
    }

    private static String wireName(Enum<?> status) {
        return status.name().toLowerCase(Locale.ROOT);
    }
}
