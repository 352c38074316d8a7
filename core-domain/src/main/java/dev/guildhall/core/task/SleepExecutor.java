package dev.guildhall.core.task;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskExecutor;
import dev.guildhall.ports.task.TaskSpec;
import dev.guildhall.ports.task.TaskType;
import java.time.Duration;
import java.util.Map;

/** Does nothing for {@code ms} milliseconds. Thread-safe. */
public final class SleepExecutor implements TaskExecutor {
    private final Ticker ticker;

    public SleepExecutor(Ticker ticker) {
        this.ticker = ticker;
    }

    @Override
    public boolean takes(TaskType type) {
        return type.equals(TaskTypes.SLEEP);
    }

    @Override
    public Map<String, Object> execute(Caller.User owner, Task task) throws InterruptedException {
        long ms = Inputs.wholeNumber(task, "ms", 0, TaskSpec.LONGEST.toMillis());
        ticker.pause(Duration.ofMillis(ms));
        return Map.of("ms", ms);
    }
}
