package dev.guildhall.core.inmemory;

import dev.guildhall.ports.contract.MembershipStoreContract;
import dev.guildhall.ports.storage.Stores;

class InMemoryMembershipStoreTest implements MembershipStoreContract {
    private final Stores stores = InMemoryStores.empty();

    @Override
    public Stores stores() {
        return stores;
    }
}
