package dev.guildhall.http.orchestration;

import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.http.error.TaskErrorJson;
import dev.guildhall.ports.IdempotencyKey;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.start.StartRequest;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskType;
import dev.guildhall.ports.workflow.StepSpec;
import dev.guildhall.ports.workflow.Workflow;
import dev.guildhall.ports.workflow.WorkflowId;
import dev.guildhall.ports.workflow.WorkflowStatus;
import dev.guildhall.ports.workflow.WorkflowStep;
import dev.guildhall.ports.workflow.Workflows;
import dev.guildhall.wire.json.EnumNames;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Workflows over HTTP (tasks-29 to tasks-34). */
public final class WorkflowRoutes {
    private record WorkflowJson<S>(
            String id,
            String name,
            String status,
            List<S> steps,
            String createdAt,
            @Nullable String completedAt) {
        static <S> WorkflowJson<S> of(Workflow workflow, Function<WorkflowStep, S> step) {
            return new WorkflowJson<>(
                    workflow.id().value(),
                    workflow.about().name(),
                    EnumNames.of(workflow.status()),
                    workflow.steps().stream().map(step).toList(),
                    Json.timestamp(workflow.createdAt()),
                    workflow.completedAt().map(Json::timestamp).orElse(null));
        }
    }

    /** A step; the fields of its task's result are null until the step has ended. */
    private record StepJson(
            String name,
            String status,
            @Nullable String taskId,
            String taskType,
            List<String> dependsOn,
            @Nullable Map<String, Object> output,
            @Nullable TaskErrorJson error,
            @Nullable String startedAt,
            @Nullable String completedAt) {
        static StepJson of(WorkflowStep step) {
            Optional<Task> ended = step.endedTask();
            return new StepJson(
                    step.spec().name(),
                    EnumNames.of(step.status()),
                    step.taskId().map(TaskId::value).orElse(null),
                    step.spec().taskType().value(),
                    step.spec().dependsOn(),
                    ended.map(known -> TaskJson.output(known.state())).orElse(null),
                    ended.flatMap(TaskErrorJson::of).orElse(null),
                    step.task().flatMap(Task::startedAt).map(Json::timestamp).orElse(null),
                    ended.flatMap(Task::completedAt).map(Json::timestamp).orElse(null));
        }
    }

    private record ListedStepJson(String name, String status) {
        static ListedStepJson of(WorkflowStep step) {
            return new ListedStepJson(step.spec().name(), EnumNames.of(step.status()));
        }
    }

    private static final RequestReader<List<StepSpec>> STEPS =
            RequestReader.list(RequestReader.object(WorkflowRoutes::step), Workflows.MOST_STEPS);
    private static final RequestReader<List<String>> DEPENDENCIES =
            RequestReader.list(RequestReader.text(), Workflows.MOST_STEPS);

    /** No workflow stays pending. */
    private static final Set<WorkflowStatus> STATUSES = EnumSet.complementOf(EnumSet.of(WorkflowStatus.PENDING));

    private final Workflows workflows;

    public WorkflowRoutes(Workflows workflows) {
        this.workflows = workflows;
    }

    public List<Route> routes() {
        return List.of(
                Route.post("/workflows", Access.BEARER, this::start),
                Route.get("/workflows", Access.BEARER, this::list),
                Route.get("/workflows/{workflowId}", Access.BEARER, this::find),
                Route.delete("/workflows/{workflowId}", Access.BEARER, this::cancel));
    }

    private void start(Exchange exchange) {
        Optional<IdempotencyKey> key = exchange.idempotencyKey();
        StartRequest.Workflow wanted = request(exchange.body());
        Workflows.Started started = workflows.start(exchange.caller(), wanted.name(), wanted.steps(), key);
        if (started.replayed()) {
            exchange.header("Idempotency-Replayed", "true");
        }
        exchange.json(201, WorkflowJson.of(started.workflow(), StepJson::of));
    }

    /** The body of {@code POST /workflows}. */
    public static StartRequest.Workflow request(JsonBody body) {
        Supplier<String> name = body.required(
                "name", RequestReader.text(text -> Text.requireName("name", text, 1, Workflows.MAX_NAME)));
        Supplier<List<StepSpec>> steps = body.required("steps", STEPS);
        body.check();
        return new StartRequest.Workflow(name.get(), steps.get());
    }

    private static StepSpec step(JsonBody body) {
        Supplier<String> name = body.required("name", RequestReader.text());
        Supplier<TaskType> type = body.required("taskType", TaskReaders.TYPE);
        Supplier<List<String>> tools = TaskReaders.tools(body, "taskType");
        Supplier<Map<String, Object>> input = body.optional("input", RequestReader.dataObject(), Map.of());
        Supplier<List<String>> dependsOn = body.optional("dependsOn", DEPENDENCIES, List.of());
        body.check();
        return new StepSpec(name.get(), "", type.get(), tools.get(), input.get(), dependsOn.get());
    }

    private void list(Exchange exchange) {
        Optional<WorkflowStatus> status =
                exchange.query("status").map(name -> EnumNames.read("status", STATUSES, name));
        exchange.json(
                200,
                Json.page(
                        "workflows",
                        workflows.list(exchange.caller(), TaskReaders.owner(exchange), status, exchange.page("wf")),
                        workflow -> WorkflowJson.of(workflow, ListedStepJson::of)));
    }

    private void find(Exchange exchange) {
        exchange.json(200, WorkflowJson.of(workflows.find(exchange.caller(), id(exchange)), StepJson::of));
    }

    private void cancel(Exchange exchange) {
        exchange.json(200, WorkflowJson.of(workflows.cancel(exchange.caller(), id(exchange)), StepJson::of));
    }

    private static WorkflowId id(Exchange exchange) {
        return exchange.pathId("workflowId", "workflow", WorkflowId::new);
    }
}
