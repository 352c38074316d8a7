package dev.guildhall.core.inmemory;

import dev.guildhall.ports.contract.agent.MemoryStoreContract;
import dev.guildhall.ports.storage.Stores;

class InMemoryMemoryStoreTest implements MemoryStoreContract {
    private final Stores stores = InMemoryStores.empty();

    @Override
    public Stores stores() {
        return stores;
    }
}
