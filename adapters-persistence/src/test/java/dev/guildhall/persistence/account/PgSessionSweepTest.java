package dev.guildhall.persistence.account;

import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.ports.contract.account.SessionSweepContract;
import dev.guildhall.ports.storage.Stores;

class PgSessionSweepTest implements SessionSweepContract {
    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }
}
