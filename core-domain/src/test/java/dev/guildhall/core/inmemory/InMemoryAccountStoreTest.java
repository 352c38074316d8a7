package dev.guildhall.core.inmemory;

import dev.guildhall.ports.contract.AccountStoreContract;
import dev.guildhall.ports.storage.Stores;

class InMemoryAccountStoreTest implements AccountStoreContract {
    private final Stores stores = InMemoryStores.empty();

    @Override
    public Stores stores() {
        return stores;
    }
}
