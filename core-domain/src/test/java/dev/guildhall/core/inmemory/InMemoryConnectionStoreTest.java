package dev.guildhall.core.inmemory;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.ports.connection.ConnectionStore;
import dev.guildhall.ports.contract.tool.ConnectionStoreContract;
import dev.guildhall.ports.storage.Stores;

class InMemoryConnectionStoreTest implements ConnectionStoreContract {
    private final Stores stores = InMemoryStores.empty();
    private final ConnectionStore connections =
            new InMemoryConnectionStore((InMemoryTransactions) stores.transactions());

    @Override
    public Stores stores() {
        return stores;
    }

    @Override
    public ConnectionStore connections() {
        return connections;
    }
}
