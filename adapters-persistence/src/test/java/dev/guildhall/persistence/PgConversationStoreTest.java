package dev.guildhall.persistence;

import dev.guildhall.ports.contract.ConversationStoreContract;
import dev.guildhall.ports.storage.Stores;

/** PostgreSQL holds to the contract. */
class PgConversationStoreTest implements ConversationStoreContract {
    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }
}
