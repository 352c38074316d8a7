package dev.guildhall.http.orchestration;

import dev.guildhall.http.Exchange;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.Tasks;
import java.time.Duration;

/** Answers that wait for the end of a task. Thread-safe. */
final class TaskWaits {
    private final Tasks tasks;

    TaskWaits(Tasks tasks) {
        this.tasks = tasks;
    }

    /**
     * The task when it has ended, or when the wait is over; the server's stop ends it too, and is no reason to keep back
     * what is known of the task.
     *
     * @param known the task as it was before
     * @throws Refusal with {@code CommonProblem.Cancelled} when the client has left
     */
    Task ended(Exchange exchange, Task known, Duration atMost) {
        if (atMost.isZero() || known.status().isFinal()) {
            return known;
        }
        exchange.beginWait();
        try {
            return tasks.await(exchange.caller(), known.id(), atMost);
        } catch (Refusal refusal) {
            boolean left = exchange.end();
            Refusal cause = exchange.causeOf(refusal);
            if (cause.problem() instanceof CommonProblem.Cancelled && !left) {
                return tasks.find(exchange.caller(), known.id());
            }
            throw cause;
        }
    }
}
