package dev.guildhall.core.inmemory;

import dev.guildhall.ports.contract.agent.ConversationStoreContract;
import dev.guildhall.ports.contract.agent.ToolUseStorageContract;
import dev.guildhall.ports.storage.Stores;

class InMemoryConversationStoreTest implements ConversationStoreContract, ToolUseStorageContract {
    private final Stores stores = InMemoryStores.empty();

    @Override
    public Stores stores() {
        return stores;
    }
}
