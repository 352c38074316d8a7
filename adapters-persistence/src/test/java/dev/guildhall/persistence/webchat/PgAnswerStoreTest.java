package dev.guildhall.persistence.webchat;

import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.ports.contract.AnswerStoreContract;
import dev.guildhall.ports.storage.Stores;

class PgAnswerStoreTest implements AnswerStoreContract {
    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }
}
