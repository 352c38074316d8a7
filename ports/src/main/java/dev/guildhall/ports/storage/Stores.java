package dev.guildhall.ports.storage;

import dev.guildhall.ports.account.AccountStores;
import dev.guildhall.ports.agent.ConversationStore;
import dev.guildhall.ports.memory.MemoryStore;

/** All stores of one installation. They take part in the same transactions, so they come and go together. Thread-safe. */
public interface Stores extends AccountStores {
    /** Conversations. */
    ConversationStore conversations();

    /** Memories. */
    MemoryStore memories();
}
