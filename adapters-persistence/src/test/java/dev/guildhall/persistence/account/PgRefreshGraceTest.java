package dev.guildhall.persistence.account;

import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.ports.contract.account.RefreshGraceContract;
import dev.guildhall.ports.storage.Stores;

class PgRefreshGraceTest implements RefreshGraceContract {
    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }
}
