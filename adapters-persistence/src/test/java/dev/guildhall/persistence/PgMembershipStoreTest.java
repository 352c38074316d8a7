package dev.guildhall.persistence;

import dev.guildhall.ports.contract.MembershipStoreContract;
import dev.guildhall.ports.storage.Stores;

/** PostgreSQL holds to the contract. */
class PgMembershipStoreTest implements MembershipStoreContract {
    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }
}
