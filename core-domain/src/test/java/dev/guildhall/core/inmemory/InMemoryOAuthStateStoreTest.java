package dev.guildhall.core.inmemory;

import dev.guildhall.ports.contract.OAuthStateStoreContract;
import dev.guildhall.ports.storage.Stores;

class InMemoryOAuthStateStoreTest implements OAuthStateStoreContract {
    private final Stores stores = InMemoryStores.empty();

    @Override
    public Stores stores() {
        return stores;
    }
}
