package dev.guildhall.http.orchestration;

import dev.guildhall.http.EventStream;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.error.CodedErrorJson;
import dev.guildhall.http.json.EnumNames;
import dev.guildhall.http.json.Json;
import dev.guildhall.http.json.SseWriter;
import dev.guildhall.ports.task.TaskEvent;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.Tasks;

/** Sends the events of a task as server-sent events. Thread-safe. */
final class TaskEventStream {
    private static final EventStream STREAM =
            new EventStream("task", problem -> CodedErrorJson.of(new OrchestrationErrors().of(problem)));

    private final Tasks tasks;

    TaskEventStream(Tasks tasks) {
        this.tasks = tasks;
    }

    void tell(Exchange exchange) {
        TaskId id = TaskIdentifiers.task(exchange);
        STREAM.answer(
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
