package dev.guildhall.http.orchestration;

import dev.guildhall.http.Access;
import dev.guildhall.http.EventStream;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.http.agent.ApprovalJson;
import dev.guildhall.http.error.CodedErrorJson;
import dev.guildhall.http.error.ErrorResponse;
import dev.guildhall.http.error.QueueErrors;
import dev.guildhall.ports.IdempotencyKey;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.TaskProblem;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskEvent;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskSpec;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.task.TaskStatus;
import dev.guildhall.ports.task.TaskType;
import dev.guildhall.ports.task.Tasks;
import dev.guildhall.wire.json.EnumNames;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import dev.guildhall.wire.sse.SseWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Tasks over HTTP (tasks-1 to tasks-13). */
public final class TaskRoutes {
    private static final EventStream EVENTS =
            new EventStream("task", problem -> CodedErrorJson.of(new OrchestrationErrors().of(problem)));

    private final Tasks tasks;

    public TaskRoutes(Tasks tasks) {
        this.tasks = tasks;
    }

    public List<Route> routes() {
        return List.of(
                Route.post("/tasks", Access.BEARER, this::submit),
                Route.get("/tasks", Access.BEARER, this::list),
                Route.get("/tasks/{taskId}", Access.BEARER, this::find),
                Route.delete("/tasks/{taskId}", Access.BEARER, this::cancel),
                Route.post("/tasks/retry", Access.BEARER, this::retryAll),
                Route.post("/tasks/{taskId}/retry", Access.BEARER, this::retry),
                Route.post("/tasks/{taskId}/signal", Access.BEARER, this::signal),
                Route.get("/tasks/{taskId}/events", Access.BEARER, this::events));
    }

    private void submit(Exchange exchange) {
        Optional<IdempotencyKey> key = exchange.idempotencyKey();
        JsonBody body = exchange.body();
        Supplier<Boolean> asks = ApprovalJson.asks(body);
        TaskSpec spec = TaskReaders.spec(body);
        Optional<Duration> preference = TaskReaders.preferredWait(exchange);
        if (preference.isPresent()) {
            exchange.watch().countAsStream();
        }
        Tasks.Submitted submitted = asks.get()
                ? tasks.submitAsking(exchange.caller(), spec, key)
                : tasks.submit(exchange.caller(), spec, key);
        markReplay(exchange, submitted.replayed());
        preference.ifPresent(wait -> exchange.header("Preference-Applied", "wait=" + wait.toSeconds()));
        answer(exchange, ended(exchange, submitted.task(), preference.orElse(Duration.ZERO)));
    }

    private static void markReplay(Exchange exchange, boolean replayed) {
        if (replayed) {
            exchange.header("Idempotency-Replayed", "true");
        }
    }

    /** When the wait ends before the task does, the response says so and names the task. */
    private static void answer(Exchange exchange, Task task) {
        if (isTimedOut(task)) {
            ErrorResponse timeout = QueueErrors.of(new TaskProblem.TaskTimeout());
            Map<String, Object> details = Map.of("taskId", task.id().value());
            exchange.json(
                    timeout.status(),
                    CodedErrorJson.of(new ErrorResponse(
                            timeout.status(), timeout.code(), timeout.message(), Optional.empty(), details)));
        } else {
            exchange.json(201, TaskJson.of(task));
        }
    }

    /** Whether the task's own ttl has passed; a worker may report an error of the same code for another time-out. */
    private static boolean isTimedOut(Task task) {
        return task.state() instanceof TaskState.Failed(var error)
                && error.code()
                        .equals(QueueErrors.of(new TaskProblem.TaskTimeout()).code())
                && task.completedAt()
                        .filter(end -> !end.isBefore(task.expiresAt()))
                        .isPresent();
    }

    private void list(Exchange exchange) {
        exchange.json(
                200,
                Json.page(
                        "tasks",
                        tasks.list(exchange.caller(), TaskReaders.filter(exchange), exchange.page("task")),
                        TaskJson::of));
    }

    private void find(Exchange exchange) {
        TaskId id = TaskReaders.taskId(exchange);
        Duration atMost = TaskReaders.wait(exchange).orElse(Duration.ZERO);
        Task task = tasks.find(exchange.caller(), id);
        exchange.json(200, TaskJson.of(ended(exchange, task, atMost)));
    }

    private void cancel(Exchange exchange) {
        exchange.json(200, TaskJson.of(tasks.cancel(exchange.caller(), TaskReaders.taskId(exchange))));
    }

    private void retry(Exchange exchange) {
        Tasks.Submitted retried =
                tasks.retry(exchange.caller(), TaskReaders.taskId(exchange), exchange.idempotencyKey());
        markReplay(exchange, retried.replayed());
        exchange.json(201, TaskJson.of(retried.task()));
    }

    private record RetriedJson(int count) {}

    private void retryAll(Exchange exchange) {
        JsonBody body = exchange.body();
        Supplier<TaskStatus> status = body.required("status", TaskReaders.RETRIED_STATUS);
        Supplier<Optional<TaskType>> type = body.optional("type", TaskReaders.TYPE);
        Supplier<Optional<Instant>> since = body.optional("since", TaskReaders::timestamp);
        body.check();
        exchange.json(202, new RetriedJson(tasks.retryAll(exchange.caller(), status.get(), type.get(), since.get())));
    }

    private void signal(Exchange exchange) {
        TaskId id = TaskReaders.taskId(exchange);
        Task task = tasks.find(exchange.caller(), id);
        JsonBody body = exchange.optionalBody();
        Supplier<Optional<Object>> payload = body.optional("payload", RequestReader.data());
        body.check();
        exchange.json(200, TaskJson.of(tasks.signal(exchange.caller(), task.id(), payload.get())));
    }

    /**
     * Returns the task when it has ended or the time has passed; the stop of the server ends the wait too, and the
     * response then has the task's last known state.
     *
     * @throws Refusal with {@code CommonProblem.Cancelled} when the client has disconnected
     */
    private Task ended(Exchange exchange, Task known, Duration atMost) {
        if (atMost.isZero() || known.status().isFinal()) {
            return known;
        }
        exchange.watch().beginWait();
        try {
            return tasks.await(exchange.caller(), known.id(), atMost);
        } catch (Refusal refusal) {
            boolean left = exchange.watch().end();
            Refusal cause = exchange.watch().causeOf(refusal);
            if (cause.problem() instanceof CommonProblem.Cancelled && !left) {
                return tasks.find(exchange.caller(), known.id());
            }
            throw cause;
        }
    }

    private void events(Exchange exchange) {
        TaskId id = TaskReaders.taskId(exchange);
        EVENTS.answer(
                exchange,
                () -> tasks.find(exchange.caller(), id).status().isFinal(),
                (out, after) -> tasks.watch(exchange.caller(), id, after, event -> send(out, id, event)));
    }

    private static void send(SseWriter out, TaskId id, TaskEvent event) {
        out.event(
                EnumNames.of(event.status()),
                Integer.toString(event.number()),
                Json.text(TaskJson.EventJson.of(id, event)));
    }
}
