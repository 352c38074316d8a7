package dev.guildhall.persistence;

import dev.guildhall.ports.contract.IdempotencyStoreContract;
import dev.guildhall.ports.storage.Stores;

/** PostgreSQL holds to the contract. */
class PgIdempotencyStoreTest implements IdempotencyStoreContract {
    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }
}
