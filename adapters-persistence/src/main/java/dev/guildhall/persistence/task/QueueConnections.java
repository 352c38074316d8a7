package dev.guildhall.persistence.task;

import dev.guildhall.persistence.config.PoolOptions;
import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Pool;
import dev.guildhall.ports.task.TaskStore;
import java.util.Optional;
import javax.sql.DataSource;

/** The task queue of an open database, with the queue's own connections. */
public final class QueueConnections implements AutoCloseable {
    private final Pool pool;
    private final Optional<QueueNotifications> notices;
    private final TaskStore tasks;

    private QueueConnections(Pool pool, Optional<QueueNotifications> notices, TaskStore tasks) {
        this.pool = pool;
        this.notices = notices;
        this.tasks = tasks;
    }

    /** Opens a queue that notifies other nodes of its changes and receives their notifications. */
    public static QueueConnections withNotices(Db db, Pool pool, DataSource connections) {
        return withNotices(db, pool, new QueueNotifications(connections));
    }

    /** The same in a schema of a database that an application uses too. */
    public static QueueConnections withNotices(Db db, Pool pool, DataSource application, String schema) {
        return withNotices(db, pool, QueueNotifications.ofSchema(application, schema));
    }

    private static QueueConnections withNotices(Db db, Pool pool, QueueNotifications notices) {
        notices.start();
        return new QueueConnections(pool, Optional.of(notices), new PgTaskStore(db, db.with(pool), notices));
    }

    /** Opens a queue whose nodes find each other's changes by polling, for servers without notifications. */
    static QueueConnections withoutNotices(Db db, DataSource connections, PoolOptions options) {
        Pool pool = Pool.ofQueue(connections, options);
        return new QueueConnections(pool, Optional.empty(), new PgTaskStore(db, db.with(pool), new QueueEvents()));
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
