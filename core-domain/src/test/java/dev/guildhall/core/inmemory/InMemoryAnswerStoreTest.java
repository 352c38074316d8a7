package dev.guildhall.core.inmemory;

import dev.guildhall.ports.contract.AnswerStoreContract;
import dev.guildhall.ports.storage.Stores;

class InMemoryAnswerStoreTest implements AnswerStoreContract {
    private final Stores stores = InMemoryStores.empty();

    @Override
    public Stores stores() {
        return stores;
    }
}
