package dev.guildhall.core.inmemory;

import dev.guildhall.ports.contract.account.SessionSweepContract;
import dev.guildhall.ports.storage.Stores;

class InMemorySessionSweepTest implements SessionSweepContract {
    private final Stores stores = InMemoryStores.empty();

    @Override
    public Stores stores() {
        return stores;
    }
}
