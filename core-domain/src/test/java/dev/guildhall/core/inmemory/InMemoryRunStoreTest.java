package dev.guildhall.core.inmemory;

import dev.guildhall.ports.contract.RunStoreContract;
import dev.guildhall.ports.storage.Stores;

class InMemoryRunStoreTest implements RunStoreContract {
    private final Stores stores = InMemoryStores.empty();

    @Override
    public Stores stores() {
        return stores;
    }
}
