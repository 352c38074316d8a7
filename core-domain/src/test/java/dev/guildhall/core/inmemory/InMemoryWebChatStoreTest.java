package dev.guildhall.core.inmemory;

import dev.guildhall.ports.contract.WebChatStoreContract;
import dev.guildhall.ports.storage.Stores;

class InMemoryWebChatStoreTest implements WebChatStoreContract {
    private final Stores stores = InMemoryStores.empty();

    @Override
    public Stores stores() {
        return stores;
    }
}
