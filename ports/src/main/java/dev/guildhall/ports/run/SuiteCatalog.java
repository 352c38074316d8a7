package dev.guildhall.ports.run;

import java.util.List;
import java.util.Optional;

/**
 * Driven port: the suites on this node's disk. A suite is listed once Playwright has counted its tests; the count is kept
 * until a file of the suite changes. Blocks. Thread-safe.
 */
public interface SuiteCatalog {
    /** The most suites that are listed. */
    int MOST = 500;

    /**
     * All suites by name, those that cannot be loaded with their error; at most {@link #MOST}. Waits a few seconds for
     * suites that are being counted, and then shows them as they were counted before; one that never was has no tests, and
     * an error that says that it is being counted.
     */
    List<Suite> all();

    /** The suite of that name, once it has been counted; empty when there is none. */
    Optional<Suite> find(SuiteName name);

    /**
     * The suite of that name as its {@code suite.json} describes it: it is not counted, so it has no tests, and an error of
     * that file alone; empty when there is none. Does not wait for a count.
     */
    Optional<Suite> read(SuiteName name);
}
