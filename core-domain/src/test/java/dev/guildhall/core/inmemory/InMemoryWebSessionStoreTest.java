package dev.guildhall.core.inmemory;

import dev.guildhall.ports.contract.WebSessionStoreContract;
import dev.guildhall.ports.storage.Stores;

class InMemoryWebSessionStoreTest implements WebSessionStoreContract {
    private final Stores stores = InMemoryStores.empty();

    @Override
    public Stores stores() {
        return stores;
    }
}
