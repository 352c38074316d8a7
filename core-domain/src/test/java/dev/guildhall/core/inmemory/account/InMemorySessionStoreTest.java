package dev.guildhall.core.inmemory.account;

import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.ports.contract.account.SessionRacesContract;
import dev.guildhall.ports.contract.account.SessionStoreContract;
import dev.guildhall.ports.storage.Stores;

class InMemorySessionStoreTest implements SessionRacesContract, SessionStoreContract {
    private final Stores stores = InMemoryStores.empty();

    @Override
    public Stores stores() {
        return stores;
    }
}
