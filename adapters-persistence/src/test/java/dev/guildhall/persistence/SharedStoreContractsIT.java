package dev.guildhall.persistence;

import dev.guildhall.ports.storage.Stores;

/** The contracts in a schema of an application's database, on connections of the application's pool. */
class SharedStoreContractsIT extends PgStoreContractsIT {
    private static final SharedPool APPLICATION = new SharedPool(TestPostgres.newDatabase("shop_of_contracts"), 20);
    private static final Database DATABASE = Database.open(APPLICATION.source(), "guild", TestPostgres.BOX);

    @Override
    Stores storesUnderTest() {
        return DATABASE.stores();
    }
}
