package dev.guildhall.ports.run;

import java.util.Collection;

/**
 * How many tests of a run are where.
 *
 * @param total of the run
 * @param passed flaky ones included
 * @param failed in all attempts
 * @param skipped by the suite
 * @param open that have not begun or not ended; in a run that has ended they were never reached
 */
public record TestCounts(int total, int passed, int failed, int skipped, int open) {
    /** No test is known. */
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
