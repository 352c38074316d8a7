package dev.guildhall.http.orchestration;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.http.error.ClientDisconnected;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.ErrorKind;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.task.LeaseId;
import dev.guildhall.ports.task.TaskError;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskType;
import dev.guildhall.ports.task.TaskWorkers;
import dev.guildhall.ports.task.TaskWorkers.Leased;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** The routes of external workers over HTTP (tasks-26 to tasks-28). */
public final class WorkerRoutes {
    private record LeasedJson(@JsonUnwrapped TaskJson task, String leaseId, String leaseUntil) {
        static LeasedJson of(Leased leased) {
            return new LeasedJson(
                    TaskJson.of(leased.task()), leased.leaseId().value(), Json.timestamp(leased.leaseUntil()));
        }
    }

    private record LeaseJson(String taskId, String leaseId, String leaseUntil) {
        static LeaseJson of(TaskId taskId, LeaseId leaseId, Instant until) {
            return new LeaseJson(taskId.value(), leaseId.value(), Json.timestamp(until));
        }
    }

    private static final Pattern CODE = Pattern.compile("[A-Z][A-Z0-9_]{0," + (TaskError.MAX_CODE - 1) + "}");
    private static final int LEAST_STATUS = 400;
    private static final int MOST_STATUS = 599;
    private static final int USUAL_STATUS = 500;

    private static final RequestReader<List<TaskType>> TYPES = (node, path) -> {
        List<TaskType> types =
                RequestReader.list(TaskReaders.TYPE, TaskWorkers.MOST_TYPES).read(node, path);
        if (types.isEmpty()) {
            throw Refusal.invalid(path, "must have at least one item");
        }
        return types;
    };

    private final TaskWorkers workers;

    public WorkerRoutes(TaskWorkers workers) {
        this.workers = workers;
    }

    public List<Route> routes() {
        return List.of(
                Route.post("/workers/poll", Access.BEARER, this::poll),
                Route.finish("/tasks/{taskId}/heartbeat", Access.BEARER, this::heartbeat),
                Route.finish("/tasks/{taskId}/complete", Access.BEARER, this::complete),
                Route.finish("/tasks/{taskId}/fail", Access.BEARER, this::fail));
    }

    private void poll(Exchange exchange) {
        JsonBody body = exchange.body();
        Supplier<List<TaskType>> types = body.required("types", TYPES);
        Supplier<Integer> max = body.optional("max", RequestReader.integer(1, TaskWorkers.MOST_TASKS), 1);
        Supplier<Integer> wait = body.optional("waitSeconds", RequestReader.integer(0, TaskReaders.LONGEST_WAIT), 0);
        body.check();
        exchange.watch().beginWait();
        List<TaskWorkers.Leased> taken =
                workers.poll(exchange.caller(), Set.copyOf(types.get()), max.get(), Duration.ofSeconds(wait.get()));
        try {
            if (exchange.watch().hasClientLeft()) {
                throw new Refusal(new CommonProblem.Cancelled());
            }
            exchange.secretJson(200, Json.list("tasks", taken, LeasedJson::of));
        } catch (Refusal | ClientDisconnected unheard) {
            workers.giveBack(exchange.caller(), taken);
            throw unheard;
        }
    }

    private void heartbeat(Exchange exchange) {
        TaskId id = TaskReaders.taskId(exchange);
        JsonBody body = exchange.body();
        Supplier<LeaseId> lease = lease(body);
        body.check();
        exchange.secretJson(200, LeaseJson.of(id, lease.get(), workers.heartbeat(exchange.caller(), id, lease.get())));
    }

    private void complete(Exchange exchange) {
        TaskId id = TaskReaders.taskId(exchange);
        JsonBody body = exchange.body();
        Supplier<LeaseId> lease = lease(body);
        Supplier<Map<String, Object>> output = body.optional("output", RequestReader.reportedObject(), Map.of());
        body.check();
        exchange.json(200, TaskJson.of(workers.complete(exchange.caller(), id, lease.get(), output.get())));
    }

    private void fail(Exchange exchange) {
        TaskId id = TaskReaders.taskId(exchange);
        JsonBody body = exchange.body();
        Supplier<LeaseId> lease = lease(body);
        Supplier<TaskError> error = body.required("error", RequestReader.object(WorkerRoutes::error));
        Supplier<Boolean> retryable = body.optional("retryable", RequestReader.flag(), false);
        body.check();
        exchange.json(200, TaskJson.of(workers.fail(exchange.caller(), id, lease.get(), error.get(), retryable.get())));
    }

    private static Supplier<LeaseId> lease(JsonBody body) {
        return body.required("leaseId", RequestReader.text(LeaseId::new));
    }

    private static TaskError error(JsonBody body) {
        Supplier<String> code = body.required("code", WorkerRoutes::code);
        Supplier<String> message = body.required("message", RequestReader.reportedText());
        Supplier<Integer> status =
                body.optional("status", RequestReader.integer(LEAST_STATUS, MOST_STATUS), USUAL_STATUS);
        body.check();
        return new TaskError(code.get(), message.get(), new ErrorKind(status.get()));
    }

    /** A replacement stands for any character of a code. */
    private static String code(JsonNode node, String path) {
        String text = RequestReader.reportedText().read(node, path);
        if (!CODE.matcher(text.replace((char) Text.REPLACEMENT, 'X')).matches()) {
            throw Refusal.invalid(path, "must match " + CODE.pattern());
        }
        return text;
    }
}
