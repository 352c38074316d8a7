package dev.guildhall.core.inmemory.transaction;

import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.ports.contract.TransactionsContract;
import dev.guildhall.ports.storage.Stores;

class InMemoryTransactionsTest implements TransactionsContract {
    private final Stores stores = InMemoryStores.empty();

    @Override
    public Stores stores() {
        return stores;
    }
}
