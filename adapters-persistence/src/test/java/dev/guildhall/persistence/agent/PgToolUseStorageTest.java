package dev.guildhall.persistence.agent;

import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.ports.contract.agent.ToolUseStorageContract;
import dev.guildhall.ports.storage.Stores;

class PgToolUseStorageTest implements ToolUseStorageContract {
    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }
}
