package dev.guildhall.persistence.task;

import dev.guildhall.persistence.db.DatabaseUrl;
import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Pool;
import dev.guildhall.persistence.db.PoolOptions;
import dev.guildhall.ports.task.TaskStore;
import java.util.Optional;

/** The queue of an open database, with the connections that are its own. Thread-safe. */
public final class QueueConnections implements AutoCloseable {
    private final Pool pool;
    private final Optional<QueueNotifications> notices;
    private final TaskStore tasks;

    private QueueConnections(Pool pool, Optional<QueueNotifications> notices, TaskStore tasks) {
        this.pool = pool;
        this.notices = notices;
        this.tasks = tasks;
    }

    /** Tells other nodes of changes, and hears of theirs. */
    public static QueueConnections withNotices(Db db, DatabaseUrl url, PoolOptions options) {
        Pool pool = Pool.ofQueue(url, options);
        TaskHintListeners hints = new TaskHintListeners();
        LowWaterMarks marks = LowWaterMarks.rising();
        return of(db, pool, hints, marks, Optional.of(new QueueNotifications(url.dataSource(), hints, marks)));
    }

    /** Nodes find out by looking what others have changed: for servers that have no notices. */
    static QueueConnections withoutNotices(Db db, DatabaseUrl url, PoolOptions options) {
        return of(db, Pool.ofQueue(url, options), new TaskHintListeners(), LowWaterMarks.atBottom(), Optional.empty());
    }

    private static QueueConnections of(
            Db db, Pool pool, TaskHintListeners hints, LowWaterMarks marks, Optional<QueueNotifications> notices) {
        QueueEvents news = notices.<QueueEvents>map(all -> all).orElse(hints);
        return new QueueConnections(pool, notices, new PgTaskStore(db, new Db(pool), hints, news, marks));
    }

    public TaskStore tasks() {
        return tasks;
    }

    @Override
    public void close() {
        notices.ifPresent(QueueNotifications::close);
        pool.close();
    }
}
