package dev.guildhall.core.inmemory;

import dev.guildhall.ports.contract.tool.ToolIndexSyncContract;
import dev.guildhall.ports.storage.Stores;

class InMemoryToolFeedTest implements ToolIndexSyncContract {
    private final Stores stores = InMemoryStores.empty();

    @Override
    public Stores stores() {
        return stores;
    }

    @Override
    public boolean readsWhileOthersWrite() {
        return false;
    }
}
