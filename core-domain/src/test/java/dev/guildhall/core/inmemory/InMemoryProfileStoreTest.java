package dev.guildhall.core.inmemory;

import dev.guildhall.ports.contract.ProfileStoreContract;
import dev.guildhall.ports.storage.Stores;

class InMemoryProfileStoreTest implements ProfileStoreContract {
    private final Stores stores = InMemoryStores.empty();

    @Override
    public Stores stores() {
        return stores;
    }
}
