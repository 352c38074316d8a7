package dev.guildhall.core.task;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskExecutor;
import dev.guildhall.ports.task.TaskType;
import java.util.Map;

public final class EchoExecutor implements TaskExecutor {
    @Override
    public boolean takes(TaskType type) {
        return type.equals(TaskTypes.ECHO);
    }

    @Override
    public Map<String, Object> execute(Caller.User owner, Task task) {
        return task.spec().input();
    }
}
