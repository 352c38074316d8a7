package bites.tidy.core.inmemory;

import bites.tidy.ports.task.TaskStore;
import java.time.Instant;

public record InMemoryTaskStore() implements TaskStore {
    @Override
    public void keep(String task, Instant moment) {
        if (moment.isAfter(Instant.now())) {
            throw new IllegalArgumentException(task);
        }
    }
}
