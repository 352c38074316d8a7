package dev.guildhall.persistence;

import dev.guildhall.ports.contract.SessionSweepContract;
import dev.guildhall.ports.storage.Stores;

/** PostgreSQL holds to the contract. */
class PgSessionSweepTest implements SessionSweepContract {
    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }
}
