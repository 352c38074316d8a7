package bites.tidy.ports.task;

import java.time.Instant;

public interface TaskStore {
    void keep(String task, Instant moment);
}
