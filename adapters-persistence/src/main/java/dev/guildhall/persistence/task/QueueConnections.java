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
        QueueNotifications notices = new QueueNotifications(url.dataSource());
        notices.start();
        return new QueueConnections(pool, Optional.of(notices), new PgTaskStore(db, new Db(pool), notices));
    }

    /** Nodes find out by looking what others have changed: for servers that have no notices. */
    static QueueConnections withoutNotices(Db db, DatabaseUrl url, PoolOptions options) {
        Pool pool = Pool.ofQueue(url, options);
        return new QueueConnections(pool, Optional.empty(), new PgTaskStore(db, new Db(pool), new QueueEvents()));
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
