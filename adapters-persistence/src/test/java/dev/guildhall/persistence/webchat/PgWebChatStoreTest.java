package dev.guildhall.persistence.webchat;

import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.ports.contract.WebChatStoreContract;
import dev.guildhall.ports.storage.Stores;

class PgWebChatStoreTest implements WebChatStoreContract {
    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }
}
