package dev.guildhall.core.inmemory;

import dev.guildhall.ports.contract.FileStoreContract;
import dev.guildhall.ports.storage.Stores;

class InMemoryFileStoreTest implements FileStoreContract {
    private final Stores stores = InMemoryStores.empty();

    @Override
    public Stores stores() {
        return stores;
    }
}
