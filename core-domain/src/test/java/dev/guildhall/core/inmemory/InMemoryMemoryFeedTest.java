package dev.guildhall.core.inmemory;

import dev.guildhall.ports.contract.agent.MemoryFeedContract;
import dev.guildhall.ports.storage.Stores;

class InMemoryMemoryFeedTest implements MemoryFeedContract {
    private final Stores stores = InMemoryStores.empty();

    @Override
    public Stores stores() {
        return stores;
    }
}
