package dev.guildhall.core.inmemory;

import dev.guildhall.ports.contract.IdentityStoreContract;
import dev.guildhall.ports.storage.Stores;

class InMemoryIdentityStoreTest implements IdentityStoreContract {
    private final Stores stores = InMemoryStores.empty();

    @Override
    public Stores stores() {
        return stores;
    }
}
