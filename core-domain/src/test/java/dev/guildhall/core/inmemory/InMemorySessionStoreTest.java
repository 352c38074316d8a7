package dev.guildhall.core.inmemory;

import dev.guildhall.ports.contract.SessionRacesContract;
import dev.guildhall.ports.contract.SessionStoreContract;
import dev.guildhall.ports.storage.Stores;

class InMemorySessionStoreTest implements SessionRacesContract, SessionStoreContract {
    private final Stores stores = InMemoryStores.empty();

    @Override
    public Stores stores() {
        return stores;
    }
}
