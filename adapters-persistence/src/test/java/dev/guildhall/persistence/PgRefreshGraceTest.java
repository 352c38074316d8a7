package dev.guildhall.persistence;

import dev.guildhall.ports.contract.RefreshGraceContract;
import dev.guildhall.ports.storage.Stores;

/** PostgreSQL holds to the contract. */
class PgRefreshGraceTest implements RefreshGraceContract {
    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }
}
