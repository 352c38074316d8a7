package dev.guildhall.persistence.account;

import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.ports.contract.account.MembershipStoreContract;
import dev.guildhall.ports.storage.Stores;

class PgMembershipStoreTest implements MembershipStoreContract {
    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }
}
