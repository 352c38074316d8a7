package dev.guildhall.testkit.contract;

import dev.guildhall.ports.storage.Stores;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test class that runs contracts of stores. Each test of a contract runs again for the stores that it uses, itself or
 * through another store: with one of them alone replaced by an object of another class. So no store may need another one
 * that is its own adapter's. Tests with the tag {@value #SLOW} run once.
 */
@ExtendWith(EachStoreReplaced.class)
public interface ReplaceableStores {
    /** Tests that take long, in memory or on PostgreSQL. */
    String SLOW = "slow";

    /** Empties the stores as far as a test needs it, and makes the test use what the function makes of them. */
    void begin(UnaryOperator<Stores> change);

    /** The stores of which a replacement is one; by default it forwards to the store that it replaces. */
    default Stores spare(Stores stores) {
        return stores;
    }

    /** How many times a test runs again at most. */
    default int repetitions() {
        return Integer.MAX_VALUE;
    }
}
