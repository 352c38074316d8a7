package dev.guildhall.core.inmemory;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.ports.connection.ConsentStore;
import dev.guildhall.ports.contract.tool.ConsentStoreContract;
import dev.guildhall.ports.storage.Stores;

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
