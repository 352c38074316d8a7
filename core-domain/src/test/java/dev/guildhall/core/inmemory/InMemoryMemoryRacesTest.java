package dev.guildhall.core.inmemory;

import dev.guildhall.ports.contract.agent.MemoryRacesContract;
import dev.guildhall.ports.storage.Stores;

class InMemoryMemoryRacesTest implements MemoryRacesContract {
    private final Stores stores = InMemoryStores.empty();

    @Override
    public Stores stores() {
        return stores;
    }
}
