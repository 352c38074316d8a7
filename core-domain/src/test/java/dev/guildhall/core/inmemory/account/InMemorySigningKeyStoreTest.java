package dev.guildhall.core.inmemory.account;

import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.ports.contract.account.SigningKeyStoreContract;
import dev.guildhall.ports.storage.Stores;

class InMemorySigningKeyStoreTest implements SigningKeyStoreContract {
    private final Stores stores = InMemoryStores.empty();

    @Override
    public Stores stores() {
        return stores;
    }
}
