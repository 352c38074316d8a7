package bites.tidy.core;

import bites.tidy.core.inmemory.InMemoryTaskStore;
import bites.tidy.core.task.TaskDesk;
import bites.tidy.ports.task.Tasks;
import java.time.InstantSource;

/** Names what stands beside it and what uses what stands beside it: no cycle, since the wiring counts apart. */
public record Core(Tasks tasks) {
    public static Core inMemory(InstantSource time) {
        return new Core(new TaskDesk(new InMemoryTaskStore(), time));
    }
}
