package dev.guildhall.core.inmemory;

import dev.guildhall.ports.contract.ConsentStoreContract;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.tool.ConsentStore;

class InMemoryConsentStoreTest implements ConsentStoreContract {
    private final Stores stores = InMemoryStores.empty();
    private final ConsentStore consents = new InMemoryConsentStore((InMemoryTransactions) stores.transactions());

    @Override
    public Stores stores() {
        return stores;
    }

    @Override
    public ConsentStore consents() {
        return consents;
    }
}
