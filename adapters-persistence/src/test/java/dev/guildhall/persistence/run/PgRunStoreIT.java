package dev.guildhall.persistence.run;

import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.ports.contract.RunStoreContract;
import dev.guildhall.ports.storage.Stores;
import org.junit.jupiter.api.BeforeEach;

class PgRunStoreIT implements RunStoreContract {
    @BeforeEach
    void begin_without_runs() {
        TestPostgres.db().with(handle -> handle.execute("TRUNCATE runs CASCADE"));
    }

    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }
}
