package dev.guildhall.ports.model;

import java.util.List;

/**
 * Driven port: the models that administrators set up. Keys are sealed at rest. Blocks. Takes part in {@code
 * Transactions}.
 */
public interface ModelStore {
    /** A number that grows with every write: while it stays the same, {@link #all} returns the same models. */
    long revision();

    /** All models, by name. */
    List<ManagedModel> all();

    /**
     * All models, locked until the open transaction ends: another caller that locks them waits, and then reads the changed
     * models. Rules about several models are checked under this lock.
     */
    List<ManagedModel> lock();

    /** Stores a model in place of the one of its name, if there is one. */
    void put(ManagedModel model);

    /** Removes a model; nothing happens when there is none of the name. */
    void remove(String name);
}
