package dev.guildhall.core.inmemory;

import dev.guildhall.ports.contract.TransactionsContract;
import dev.guildhall.ports.storage.Stores;

class InMemoryTransactionsTest implements TransactionsContract {
    private final Stores stores = InMemoryStores.empty();

    @Override
    public Stores stores() {
        return stores;
    }
}
