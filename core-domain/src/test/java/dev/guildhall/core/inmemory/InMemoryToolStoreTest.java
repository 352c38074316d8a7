package dev.guildhall.core.inmemory;

import dev.guildhall.ports.contract.tool.ToolStoreContract;
import dev.guildhall.ports.storage.Stores;

class InMemoryToolStoreTest implements ToolStoreContract {
    private final Stores stores = InMemoryStores.empty();

    @Override
    public Stores stores() {
        return stores;
    }
}
