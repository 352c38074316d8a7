package dev.guildhall.core.inmemory;

import dev.guildhall.ports.contract.agent.AgentStoreContract;
import dev.guildhall.ports.storage.Stores;

class InMemoryAgentStoreTest implements AgentStoreContract {
    private final Stores stores = InMemoryStores.empty();

    @Override
    public Stores stores() {
        return stores;
    }
}
