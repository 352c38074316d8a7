package dev.guildhall.http.orchestration;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskExecutor;
import dev.guildhall.ports.task.TaskType;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;

/** Carries tasks of the kind {@code held} out: they take until they are let go or ended. */
final class HeldTasks implements TaskExecutor {
    static final String TYPE = "held";

    final Semaphore entered = new Semaphore(0);
    final Semaphore letGo = new Semaphore(0);
    final BlockingQueue<String> ended = new LinkedBlockingQueue<>();

    @Override
    public boolean takes(TaskType type) {
        return type.value().equals(TYPE);
    }

    @Override
    public Map<String, Object> execute(Caller.User owner, Task task) throws InterruptedException {
        entered.release();
        try {
            letGo.acquire();
            ended.add("completed");
            return Map.of("held", true);
        } catch (InterruptedException cancelled) {
            ended.add("interrupted");
            throw cancelled;
        }
    }
}
