package dev.guildhall.core.inmemory;

import dev.guildhall.ports.contract.ConversationStoreContract;
import dev.guildhall.ports.contract.Stores;
import dev.guildhall.ports.contract.ToolUseStorageContract;

class InMemoryConversationStoreTest implements ConversationStoreContract, ToolUseStorageContract {
    private final Stores stores = InMemoryStores.empty();

    @Override
    public Stores stores() {
        return stores;
    }
}
