package dev.guildhall.persistence.task;

import dev.guildhall.persistence.Database;
import dev.guildhall.persistence.SharedPool;
import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.persistence.config.PoolOptions;
import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Pool;

/** The contracts in a schema of an application's database, on connections of the application's pool. */
class SharedQueueContractsIT extends PgQueueContractsIT {
    private static final String SCHEMA = "guild";
    private static final SharedPool APPLICATION = new SharedPool(TestPostgres.newDatabase("shop_of_queues"), 20);
    private static final TestQueue QUEUE = queue();

    private static TestQueue queue() {
        Database.open(APPLICATION.source(), SCHEMA, TestPostgres.BOX).close();
        Db db = new Db(Pool.shared(APPLICATION.source(), SCHEMA, PoolOptions.SHARED));
        Db queue = db.with(Pool.sharedOfQueue(APPLICATION.source(), SCHEMA, PoolOptions.SHARED));
        return new TestQueue(db, new PgTaskStore(db, queue, new QueueEvents()));
    }

    @Override
    TestQueue queueUnderTest() {
        return QUEUE;
    }
}
