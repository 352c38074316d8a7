package dev.guildhall.core.inmemory;

import dev.guildhall.ports.storage.ForwardingStores;
import dev.guildhall.ports.storage.Stores;

/** The stores that those in memory are a part of, so that each of them uses the others by their ports. */
final class LinkedStores implements ForwardingStores {
    private volatile Stores stores = this;

    @Override
    public Stores others() {
        return stores;
    }

    @Override
    public void referTo(Stores all) {
        stores = all;
    }
}
