package dev.guildhall.http.orchestration;

import dev.guildhall.http.CodedErrorJson;
import dev.guildhall.http.ErrorForm;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Json;
import dev.guildhall.http.SseWriter;
import dev.guildhall.http.WireNames;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskEvent;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.Tasks;

/** Tells what happens to a task as server-sent events. Thread-safe. */
final class TaskEventStream {
    private static final String LAST_EVENT_ID = "Last-Event-ID";
    private static final ErrorForm ERRORS = new OrchestrationErrors();

    private final Tasks tasks;

    TaskEventStream(Tasks tasks) {
        this.tasks = tasks;
    }

    /**
     * All events that the client has not seen, until the task has ended. To whoever has seen the last one there is nothing
     * more to say (204), at which browsers do not come again.
     */
    void tell(Exchange exchange) {
        TaskId id = Identifiers.task(exchange);
        int seen = exchange.requestHeader(LAST_EVENT_ID)
                .map(TaskEventStream::number)
                .orElse(0);
        Task task = tasks.find(exchange.caller(), id);
        exchange.beginWait();
        try (SseWriter out = exchange.stream()) {
            if (!task.status().isFinal()) {
                out.open();
            }
            watch(exchange, out, id, seen);
            if (!out.isStarted()) {
                exchange.noContent();
            }
        }
    }

    /** A stream that has begun tells the end of its caller's rights in an event: the status line has gone out. */
    private void watch(Exchange exchange, SseWriter out, TaskId id, int seen) {
        try {
            tasks.watch(exchange.caller(), id, seen, event -> send(out, id, event));
        } catch (Refusal refusal) {
            Refusal cause = exchange.causeOf(refusal);
            if (!out.isStarted() || cause == refusal) {
                throw cause;
            }
            out.event("error", Json.text(CodedErrorJson.of(ERRORS.of(cause.problem()))));
        }
    }

    private static void send(SseWriter out, TaskId id, TaskEvent event) {
        out.event(
                WireNames.of(event.status()),
                Integer.toString(event.number()),
                Json.text(TaskJson.EventJson.of(id, event)));
    }

    private static int number(String digits) {
        try {
            int number = Integer.parseInt(digits);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException malformed) {
            throw noNumber();
        }
        throw noNumber();
    }

    private static Refusal noNumber() {
        return Refusal.invalid(LAST_EVENT_ID, "must be the id of an event of this task");
    }
}
