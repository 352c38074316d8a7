package dev.guildhall.persistence.file;

import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.ports.contract.FileStoreContract;
import dev.guildhall.ports.storage.Stores;

/** PostgreSQL holds to the contract. */
class PgFileStoreTest implements FileStoreContract {
    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }
}
