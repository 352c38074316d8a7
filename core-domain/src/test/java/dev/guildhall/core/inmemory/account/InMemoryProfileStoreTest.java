package dev.guildhall.core.inmemory.account;

import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.ports.contract.account.ProfileStoreContract;
import dev.guildhall.ports.storage.Stores;

class InMemoryProfileStoreTest implements ProfileStoreContract {
    private final Stores stores = InMemoryStores.empty();

    @Override
    public Stores stores() {
        return stores;
    }
}
