package dev.guildhall.persistence.account;

import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.ports.contract.account.AuditStoreContract;
import dev.guildhall.ports.storage.Stores;

class PgAuditStoreTest implements AuditStoreContract {
    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }
}
