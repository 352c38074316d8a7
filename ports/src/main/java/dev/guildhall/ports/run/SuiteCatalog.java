package dev.guildhall.ports.run;

import java.util.List;
import java.util.Optional;

/**
 * Driven port: the suites on this node's disk. Playwright counts their tests in the background; a count is valid until
 * a file of the suite changes. While a suite is being counted, the catalog returns it as it was after the previous
 * count; a suite that was never counted has no {@link Suite#tests}. Blocks.
 */
public interface SuiteCatalog {
    /** The most suites of the list. */
    int MOST = 500;

    /**
     * All suites by name; a suite that cannot be loaded has its error; at most {@link #MOST}. Waits at most 3 s for
     * suites that are being counted.
     */
    List<Suite> all();

    /** The suite of that name; empty when there is none. Waits at most 10 s for its tests to be counted. */
    Optional<Suite> find(SuiteName name);

    /**
     * The suite of that name as its {@code suite.json} describes it: without {@link Suite#tests}, and only with errors
     * of that file; empty when there is none. Does not count tests.
     */
    Optional<Suite> read(SuiteName name);
}
