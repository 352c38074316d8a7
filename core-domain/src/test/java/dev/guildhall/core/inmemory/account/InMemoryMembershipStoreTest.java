package dev.guildhall.core.inmemory.account;

import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.ports.contract.account.MembershipStoreContract;
import dev.guildhall.ports.storage.Stores;

class InMemoryMembershipStoreTest implements MembershipStoreContract {
    private final Stores stores = InMemoryStores.empty();

    @Override
    public Stores stores() {
        return stores;
    }
}
