package dev.guildhall.ports.run;

import java.util.Collection;

/**
 * The number of tests of a run in each state.
 *
 * @param total all tests of the run
 * @param passed including flaky ones
 * @param failed in all attempts
 * @param skipped by the suite
 * @param open tests that have not begun or not ended; in a run that has ended they did not run to their end
 */
public record TestCounts(int total, int passed, int failed, int skipped, int open) {
    /** No tests. */
    public static final TestCounts NONE = new TestCounts(0, 0, 0, 0, 0);

    /** The counts of these results. */
    public static TestCounts of(Collection<TestResult> results) {
        int passed = 0;
        int failed = 0;
        int skipped = 0;
        int open = 0;
        for (TestResult result : results) {
            switch (result.status()) {
                case PASSED, FLAKY -> passed++;
                case FAILED -> failed++;
                case SKIPPED -> skipped++;
                case PENDING, RUNNING -> open++;
            }
        }
        return new TestCounts(results.size(), passed, failed, skipped, open);
    }
}
