package dev.guildhall.core.inmemory;

import dev.guildhall.ports.contract.ConnectionStoreContract;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.tool.ConnectionStore;

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
