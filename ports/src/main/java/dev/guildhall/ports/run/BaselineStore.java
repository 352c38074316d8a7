package dev.guildhall.ports.run;

import java.util.List;
import java.util.Optional;

/** Driven port: baselines of suites with their history. Blocks. Thread-safe; takes part in {@code Transactions}. */
public interface BaselineStore {
    /** The current baselines of a suite, of all platforms. */
    List<Baseline> current(SuiteName suite);

    /** All baselines of a suite, the current ones and those before, newest first. */
    List<Baseline> history(SuiteName suite);

    /**
     * Makes a picture the current baseline of its key.
     *
     * @param expected the image of the current one as the caller knows it; empty when there is none
     * @return false when the current one is another: nothing is written then. Of many calls at once that expect the same,
     *     exactly one is true
     */
    boolean replace(Baseline next, Optional<Sha256> expected);
}
