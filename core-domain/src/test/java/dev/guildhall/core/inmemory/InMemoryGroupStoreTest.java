package dev.guildhall.core.inmemory;

import dev.guildhall.ports.contract.GroupStoreContract;
import dev.guildhall.ports.storage.Stores;

class InMemoryGroupStoreTest implements GroupStoreContract {
    private final Stores stores = InMemoryStores.empty();

    @Override
    public Stores stores() {
        return stores;
    }
}
