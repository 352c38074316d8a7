package dev.guildhall.core.inmemory;

import dev.guildhall.ports.contract.IdempotencyStoreContract;
import dev.guildhall.ports.storage.Stores;

class InMemoryIdempotencyStoreTest implements IdempotencyStoreContract {
    private final Stores stores = InMemoryStores.empty();

    @Override
    public Stores stores() {
        return stores;
    }
}
