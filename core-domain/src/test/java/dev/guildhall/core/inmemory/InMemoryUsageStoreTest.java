package dev.guildhall.core.inmemory;

import dev.guildhall.ports.contract.UsageStoreContract;
import dev.guildhall.ports.storage.Stores;

class InMemoryUsageStoreTest implements UsageStoreContract {
    private final Stores stores = InMemoryStores.empty();

    @Override
    public Stores stores() {
        return stores;
    }
}
