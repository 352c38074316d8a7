package dev.guildhall.core.inmemory;

import dev.guildhall.ports.contract.tool.LearntQueryStoreContract;
import dev.guildhall.ports.storage.Stores;

class InMemoryLearntQueryStoreTest implements LearntQueryStoreContract {
    private final Stores stores = InMemoryStores.empty();

    @Override
    public Stores stores() {
        return stores;
    }
}
