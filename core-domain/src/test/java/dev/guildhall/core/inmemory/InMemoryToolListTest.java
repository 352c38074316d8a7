package dev.guildhall.core.inmemory;

import dev.guildhall.ports.contract.tool.ToolListContract;
import dev.guildhall.ports.storage.Stores;

class InMemoryToolListTest implements ToolListContract {
    private final Stores stores = InMemoryStores.empty();

    @Override
    public Stores stores() {
        return stores;
    }
}
