package dev.guildhall.core.inmemory;

import dev.guildhall.ports.contract.tool.ExecutionStoreContract;
import dev.guildhall.ports.storage.Stores;

class InMemoryExecutionStoreTest implements ExecutionStoreContract {
    private final Stores stores = InMemoryStores.empty();

    @Override
    public Stores stores() {
        return stores;
    }
}
