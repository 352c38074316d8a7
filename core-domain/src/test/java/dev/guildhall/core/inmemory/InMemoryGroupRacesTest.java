package dev.guildhall.core.inmemory;

import dev.guildhall.ports.contract.account.GroupRacesContract;
import dev.guildhall.ports.storage.Stores;

class InMemoryGroupRacesTest implements GroupRacesContract {
    private final Stores stores = InMemoryStores.empty();

    @Override
    public Stores stores() {
        return stores;
    }
}
