package dev.guildhall.core.inmemory;

import dev.guildhall.ports.contract.SigningKeyStoreContract;
import dev.guildhall.ports.storage.Stores;

class InMemorySigningKeyStoreTest implements SigningKeyStoreContract {
    private final Stores stores = InMemoryStores.empty();

    @Override
    public Stores stores() {
        return stores;
    }
}
