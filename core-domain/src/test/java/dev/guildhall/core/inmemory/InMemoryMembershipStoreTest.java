package dev.guildhall.core.inmemory;

import dev.guildhall.ports.contract.MembershipStoreContract;
import dev.guildhall.ports.contract.Stores;

class InMemoryMembershipStoreTest implements MembershipStoreContract {
    private final Stores stores = InMemoryStores.empty();

    @Override
    public Stores stores() {
        return stores;
    }
}
