package dev.guildhall.http.orchestration;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskExecutor;
import dev.guildhall.ports.task.TaskType;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;

/** Executes tasks of the type {@code blocking}, which wait until the test releases them or they are ended. */
final class BlockingTasks implements TaskExecutor {
    static final String TYPE = "blocking";

    final Semaphore entered = new Semaphore(0);
    final Semaphore permits = new Semaphore(0);
    final BlockingQueue<String> ended = new LinkedBlockingQueue<>();

    @Override
    public boolean takes(TaskType type) {
        return type.value().equals(TYPE);
    }

    @Override
    public Map<String, Object> execute(Caller.User owner, Task task) throws InterruptedException {
        entered.release();
        try {
            permits.acquire();
            ended.add("completed");
            return Map.of("blocking", true);
        } catch (InterruptedException cancelled) {
            ended.add("interrupted");
            throw cancelled;
        }
    }
}
