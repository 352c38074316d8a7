package dev.guildhall.http.orchestration;

import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.http.error.CodedErrorJson;
import dev.guildhall.http.error.ErrorAnswer;
import dev.guildhall.http.error.QueueErrors;
import dev.guildhall.ports.IdempotencyKey;
import dev.guildhall.ports.problem.TaskProblem;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskSpec;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.task.Tasks;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Tasks over HTTP (spec/3, task orchestration). Thread-safe. */
public final class TaskRoutes {
    private final Tasks tasks;
    private final TaskWaits waits;
    private final TaskEventStream events;

    public TaskRoutes(Tasks tasks) {
        this.tasks = tasks;
        this.waits = new TaskWaits(tasks);
        this.events = new TaskEventStream(tasks);
    }

    /** All routes of tasks, below the service's base. */
    public List<Route> routes() {
        return List.of(
                Route.post("/tasks", Access.BEARER, this::submit),
                Route.get("/tasks", Access.BEARER, this::list),
                Route.get("/tasks/{taskId}", Access.BEARER, this::find),
                Route.delete("/tasks/{taskId}", Access.BEARER, this::cancel),
                Route.get("/tasks/{taskId}/events", Access.BEARER, events::tell));
    }

    private void submit(Exchange exchange) {
        Optional<IdempotencyKey> key = exchange.idempotencyKey();
        TaskSpec spec = TaskReaders.spec(exchange.body());
        Optional<PreferHeader> preference = PreferHeader.of(exchange);
        if (preference.isPresent()) {
            exchange.watch().countAsStream();
        }
        Tasks.Submitted submitted = tasks.submit(exchange.caller(), spec, key);
        if (submitted.replayed()) {
            exchange.header("Idempotency-Replayed", "true");
        }
        preference.ifPresent(wish -> wish.applied(exchange));
        Duration atMost = preference.map(PreferHeader::atMost).orElse(Duration.ZERO);
        answer(exchange, waits.ended(exchange, submitted.task(), atMost));
    }

    /** When the wait ends before the task does, the response says so and names the task. */
    private static void answer(Exchange exchange, Task task) {
        if (isTimedOut(task)) {
            ErrorAnswer timeout = QueueErrors.of(new TaskProblem.TaskTimeout());
            Map<String, Object> details = Map.of("taskId", task.id().value());
            exchange.json(
                    timeout.status(),
                    CodedErrorJson.of(new ErrorAnswer(
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
                TaskJson.PageJson.of(
                        tasks.list(exchange.caller(), TaskReaders.filter(exchange), exchange.page("task"))));
    }

    private void find(Exchange exchange) {
        TaskId id = TaskIdentifiers.task(exchange);
        Duration atMost = TaskReaders.wait(exchange).orElse(Duration.ZERO);
        Task task = tasks.find(exchange.caller(), id);
        exchange.json(200, TaskJson.of(waits.ended(exchange, task, atMost)));
    }

    private void cancel(Exchange exchange) {
        exchange.json(200, TaskJson.of(tasks.cancel(exchange.caller(), TaskIdentifiers.task(exchange))));
    }
}
