package dev.guildhall.persistence.agent;

import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.ports.contract.agent.AgentStoreContract;
import dev.guildhall.ports.storage.Stores;

class PgAgentStoreTest implements AgentStoreContract {
    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }
}
