package bites.tidy.core.task;

import bites.tidy.core.Limits;
import bites.tidy.ports.Caller;
import bites.tidy.ports.problem.Refusal;
import bites.tidy.ports.task.TaskStore;
import bites.tidy.ports.task.Tasks;
import java.time.InstantSource;

public record TaskDesk(TaskStore store, InstantSource time) implements Tasks {
    @Override
    public void submit(Caller caller, String task) {
        if (!Limits.allows(task)) {
            throw new Refusal();
        }
        store.keep(task, time.instant());
    }
}
