package dev.guildhall.core.inmemory;

import dev.guildhall.ports.contract.account.RefreshGraceContract;
import dev.guildhall.ports.storage.Stores;

class InMemoryRefreshGraceTest implements RefreshGraceContract {
    private final Stores stores = InMemoryStores.empty();

    @Override
    public Stores stores() {
        return stores;
    }
}
