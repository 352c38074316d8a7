package dev.guildhall.core.inmemory;

import dev.guildhall.ports.contract.BaselineStoreContract;
import dev.guildhall.ports.storage.Stores;

class InMemoryBaselineStoreTest implements BaselineStoreContract {
    private final Stores stores = InMemoryStores.empty();

    @Override
    public Stores stores() {
        return stores;
    }
}
