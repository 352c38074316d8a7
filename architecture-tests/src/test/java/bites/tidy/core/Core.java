package bites.tidy.core;

import bites.tidy.core.inmemory.InMemoryTaskStore;
import bites.tidy.core.task.TaskDesk;
import bites.tidy.ports.task.Tasks;
import java.time.InstantSource;

/** Uses its own package and a package that uses it: not a cycle, since the wiring counts as a slice of its own. */
public record Core(Tasks tasks) {
    public static Core inMemory(InstantSource time) {
        return new Core(new TaskDesk(new InMemoryTaskStore(), time));
    }
}
