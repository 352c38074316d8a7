package dev.guildhall.persistence;

import dev.guildhall.ports.contract.AgentStoreContract;
import dev.guildhall.ports.storage.Stores;

/** PostgreSQL holds to the contract. */
class PgAgentStoreTest implements AgentStoreContract {
    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }
}
