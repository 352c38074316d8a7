package dev.guildhall.core.task;

import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskState;
import java.util.List;
import java.util.Optional;

/** What was answered when a task had just been kept: whoever asks again with the same key is answered the same. */
public final class FirstAnswer {
    private FirstAnswer() {}

    public static Task of(Task task) {
        return new Task(
                task.id(),
                task.owner(),
                task.profileId(),
                task.spec(),
                task.part(),
                task.createdAt(),
                Optional.empty(),
                Optional.empty(),
                0,
                0,
                List.of(),
                new TaskState.Queued());
    }
}
