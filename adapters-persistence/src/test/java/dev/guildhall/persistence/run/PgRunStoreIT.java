package dev.guildhall.persistence.run;

import dev.guildhall.persistence.StoresOnPostgres;
import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.testkit.contract.RunStoreContract;
import java.util.function.UnaryOperator;

class PgRunStoreIT extends StoresOnPostgres implements RunStoreContract {
    @Override
    public void begin(UnaryOperator<Stores> change) {
        TestPostgres.db().with(handle -> handle.execute("TRUNCATE runs CASCADE"));
        super.begin(change);
    }
}
