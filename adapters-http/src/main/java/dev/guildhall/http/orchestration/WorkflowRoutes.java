package dev.guildhall.http.orchestration;

import dev.guildhall.http.Access;
import dev.guildhall.http.EventStream;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.http.agent.ApprovalJson;
import dev.guildhall.http.error.CodedErrorJson;
import dev.guildhall.http.error.TaskErrorJson;
import dev.guildhall.ports.IdempotencyKey;
import dev.guildhall.ports.start.StartRequest;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.workflow.StepSpec;
import dev.guildhall.ports.workflow.WorkflowEvent;
import dev.guildhall.ports.workflow.WorkflowId;
import dev.guildhall.ports.workflow.WorkflowStatus;
import dev.guildhall.ports.workflow.WorkflowStep;
import dev.guildhall.ports.workflow.Workflows;
import dev.guildhall.wire.json.EnumNames;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import dev.guildhall.wire.sse.SseWriter;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Workflows over HTTP (tasks-29 to tasks-34). */
public final class WorkflowRoutes {
    private record ListedStepJson(String name, String status) {
        static ListedStepJson of(WorkflowStep step) {
            return new ListedStepJson(step.spec().name(), EnumNames.of(step.status()));
        }
    }

    /** An event of a workflow; its number is the event's {@code id}. */
    private record EventJson(
            String workflowId,
            @Nullable String step,
            String status,
            String at,
            @Nullable String taskId,
            @Nullable TaskErrorJson error) {
        static EventJson of(WorkflowId id, WorkflowEvent event) {
            return new EventJson(
                    id.value(),
                    event.step().orElse(null),
                    EnumNames.of(event.status()),
                    Json.timestamp(event.at()),
                    event.taskId().map(TaskId::value).orElse(null),
                    event.error().map(TaskErrorJson::of).orElse(null));
        }
    }

    private static final EventStream EVENTS =
            new EventStream("workflow", problem -> CodedErrorJson.of(new OrchestrationErrors().of(problem)));

    /** No workflow stays pending. */
    private static final Set<WorkflowStatus> STATUSES = EnumSet.complementOf(EnumSet.of(WorkflowStatus.PENDING));

    /** The largest request with steps: 16 MiB (general-10). */
    static final int MAX_BODY = 16 << 20;

    private final Workflows workflows;

    public WorkflowRoutes(Workflows workflows) {
        this.workflows = workflows;
    }

    public List<Route> routes() {
        return List.of(
                new Route("POST", "/workflows", Access.BEARER, this::start, MAX_BODY, true),
                Route.get("/workflows", Access.BEARER, this::list),
                Route.get("/workflows/{workflowId}", Access.BEARER, this::find),
                Route.delete("/workflows/{workflowId}", Access.BEARER, this::cancel),
                Route.post("/workflows/{workflowId}/retry", Access.BEARER, this::retry),
                Route.get("/workflows/{workflowId}/events", Access.BEARER, this::events));
    }

    private void start(Exchange exchange) {
        Optional<IdempotencyKey> key = exchange.idempotencyKey();
        StartRequest.Workflow wanted = request(exchange.body());
        Workflows.Started started = wanted.asks()
                ? workflows.startAsking(exchange.caller(), wanted.name(), wanted.steps(), key)
                : workflows.start(exchange.caller(), wanted.name(), wanted.steps(), key);
        answer(exchange, started);
    }

    /** The body of {@code POST /workflows}. */
    public static StartRequest.Workflow request(JsonBody body) {
        Supplier<String> name = body.required("name", StepReaders.NAME);
        Supplier<List<StepSpec>> steps = body.required("steps", StepReaders.STEPS);
        Supplier<Boolean> asks = ApprovalJson.asks(body);
        body.check();
        return new StartRequest.Workflow(name.get(), steps.get(), asks.get());
    }

    static void answer(Exchange exchange, Workflows.Started started) {
        if (started.replayed()) {
            exchange.header("Idempotency-Replayed", "true");
        }
        exchange.json(201, WorkflowJson.of(started.workflow(), WorkflowJson.StepJson::of));
    }

    private void retry(Exchange exchange) {
        Optional<IdempotencyKey> key = exchange.idempotencyKey();
        JsonBody body = exchange.optionalBody();
        Supplier<Optional<String>> from = body.optional("from", RequestReader.text());
        body.check();
        answer(exchange, workflows.retry(exchange.caller(), id(exchange), from.get(), key));
    }

    private void events(Exchange exchange) {
        WorkflowId id = id(exchange);
        EVENTS.answer(
                exchange,
                () -> workflows.status(exchange.caller(), id).isFinal(),
                (out, after) -> workflows.watch(exchange.caller(), id, after, event -> send(out, id, event)));
    }

    private static void send(SseWriter out, WorkflowId id, WorkflowEvent event) {
        out.event(EnumNames.of(event.status()), Integer.toString(event.number()), Json.text(EventJson.of(id, event)));
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
        exchange.json(200, WorkflowJson.of(workflows.find(exchange.caller(), id(exchange)), WorkflowJson.StepJson::of));
    }

    private void cancel(Exchange exchange) {
        exchange.json(
                200, WorkflowJson.of(workflows.cancel(exchange.caller(), id(exchange)), WorkflowJson.StepJson::of));
    }

    private static WorkflowId id(Exchange exchange) {
        return exchange.pathId("workflowId", "workflow", WorkflowId::new);
    }
}
