package dev.guildhall.core.inmemory;

import dev.guildhall.ports.contract.Stores;
import dev.guildhall.ports.contract.TransactionsContract;

class InMemoryTransactionsTest implements TransactionsContract {
    private final Stores stores = InMemoryStores.empty();

    @Override
    public Stores stores() {
        return stores;
    }
}
