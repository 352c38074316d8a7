package dev.guildhall.http.orchestration;

import dev.guildhall.http.Exchange;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.Tasks;
import java.time.Duration;

/** Waits for the end of a task before the response is sent. Thread-safe. */
final class TaskWaits {
    private final Tasks tasks;

    TaskWaits(Tasks tasks) {
        this.tasks = tasks;
    }

    /**
     * Returns the task when it has ended or the time has passed; the stop of the server ends the wait too, and the
     * response then has the task's last known state.
     *
     * @param known the task as it was before
     * @throws Refusal with {@code CommonProblem.Cancelled} when the client has disconnected
     */
    Task ended(Exchange exchange, Task known, Duration atMost) {
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
}
