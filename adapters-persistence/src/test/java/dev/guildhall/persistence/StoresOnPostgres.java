package dev.guildhall.persistence;

import dev.guildhall.ports.storage.Stores;
import dev.guildhall.testkit.contract.ReplaceableStores;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Contracts of the stores of the tests' database, each test also with one of its stores replaced. */
public abstract class StoresOnPostgres implements ReplaceableStores {
    private final Supplier<Stores> source;
    private Stores stores;

    protected StoresOnPostgres() {
        this(TestPostgres::stores);
    }

    protected StoresOnPostgres(Supplier<Stores> source) {
        this.source = source;
        stores = source.get();
    }

    public Stores stores() {
        return stores;
    }

    @Override
    public void begin(UnaryOperator<Stores> change) {
        stores = change.apply(source.get());
    }

    /** The other stores of a test are replaced in memory alone, since a test takes long here. */
    @Override
    public int repetitions() {
        return 1;
    }
}
