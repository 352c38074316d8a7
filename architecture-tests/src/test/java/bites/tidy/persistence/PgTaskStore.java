package bites.tidy.persistence;

import bites.tidy.ports.task.TaskStore;
import java.time.Instant;
import javax.sql.DataSource;
import org.jdbi.v3.core.Jdbi;

public record PgTaskStore(Jdbi jdbi, DataSource source) implements TaskStore {
    @Override
    public void keep(String task, Instant moment) {
        jdbi.useHandle(handle -> handle.execute("select 1"));
    }
}
