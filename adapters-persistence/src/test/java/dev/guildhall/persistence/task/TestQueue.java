package dev.guildhall.persistence.task;

import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.persistence.config.PoolOptions;
import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.store.PostgresStores;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.TaskStore;
import dev.guildhall.ports.workflow.WorkflowStore;
import java.time.Duration;
import org.jdbi.v3.core.Handle;

/** The queue of the tests' database, with a clock that a test can move forward: this makes all of its rows older. */
public final class TestQueue {
    private static final TestQueue OURS = new TestQueue(TestPostgres.db());

    private final Db db;
    private final Stores stores;

    private TestQueue(Db db) {
        this(db, QueueConnections.withoutNotices(db, TestPostgres.url().dataSource(), PoolOptions.DEFAULT));
    }

    private TestQueue(Db db, QueueConnections queue) {
        this(db, queue.tasks());
        Runtime.getRuntime().addShutdownHook(new Thread(queue::close));
    }

    TestQueue(Db db, TaskStore tasks) {
        this.db = db;
        stores = PostgresStores.of(db, TestPostgres.BOX, tasks);
    }

    public static TestQueue ours() {
        return OURS;
    }

    public Stores stores() {
        return stores;
    }

    public TaskStore tasks() {
        return stores.tasks();
    }

    public WorkflowStore workflows() {
        return stores.workflows();
    }

    public void clear() {
        db.with(handle ->
                handle.execute("TRUNCATE ended_tasks, task_queue, task_nodes, task_kinds, workflows, workflow_steps"));
        db.with(handle -> handle.execute("UPDATE task_admission SET bound = 0, loose = false"));
    }

    public void passTime(Duration time) {
        db.atomically(handle -> {
            shift(handle, time, "ended_tasks", "created_at", "expires_at", "started_at", "completed_at");
            shift(
                    handle,
                    time,
                    "task_queue",
                    "created_at",
                    "expires_at",
                    "ready_at",
                    "since",
                    "heard_at",
                    "lease_until");
            shift(handle, time, "task_queue", "started_at", "start_at");
            shift(handle, time, "ended_tasks", "start_at");
            shift(handle, time, "task_nodes", "heard_at", "lease_until");
            shift(handle, time, "task_kinds", "since", "until");
            shift(handle, time, "workflows", "created_at", "started_at", "completed_at", "again_at");
            return handle.createUpdate("UPDATE task_queue SET place = place - :micros")
                    .bind("micros", time.toNanos() / 1_000)
                    .execute();
        });
    }

    private static void shift(Handle handle, Duration time, String table, String... columns) {
        for (String column : columns) {
            handle.createUpdate("UPDATE " + table + " SET " + column + " = " + column
                            + " - :micros * interval '1 microsecond'")
                    .bind("micros", time.toNanos() / 1_000)
                    .execute();
        }
    }
}
