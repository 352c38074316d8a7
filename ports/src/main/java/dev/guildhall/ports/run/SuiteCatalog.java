package dev.guildhall.ports.run;

import java.util.List;
import java.util.Optional;

/**
 * Driven port: the suites on this node's disk. Playwright counts their tests in the background; a count holds until a file of
 * the suite changes. While a suite is counted it is shown as it was when it was counted before; one that never was has no
 * {@link Suite#tests}. Blocks. Thread-safe.
 */
public interface SuiteCatalog {
    /** The most suites that are listed. */
    int MOST = 500;

    /**
     * All suites by name, those that cannot be loaded with their error; at most {@link #MOST}. Waits at most 3 s for suites
     * that are being counted.
     */
    List<Suite> all();

    /** The suite of that name; empty when there is none. Waits at most 10 s for its tests to be counted. */
    Optional<Suite> find(SuiteName name);

    /**
     * The suite of that name as its {@code suite.json} describes it: without {@link Suite#tests}, and with an error of that
     * file alone; empty when there is none. Counts nothing.
     */
    Optional<Suite> read(SuiteName name);
}
