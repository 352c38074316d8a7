package dev.guildhall.ports.run;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Driving port: suites and their baselines (runs-24 to runs-26). Every signed-in user sees them. A suite
 * that does not exist is {@code RunProblem.SuiteNotFound}. Every method blocks.
 */
public interface Suites {
    /** All suites by name. */
    List<Details> list(Caller caller);

    /** A suite. */
    Details find(Caller caller, SuiteName name);

    /** The browsers that runs of this node find, in the order of {@link Browser}. */
    List<Browser> browsers(Caller caller);

    /**
     * A suite with a summary of its runs.
     *
     * @param suite the suite
     * @param averageDuration of its newest completed runs, at most {@value #AVERAGED}; absent when it has none
     * @param lastRun its newest run; absent when it has none
     */
    record Details(Suite suite, Optional<Duration> averageDuration, Optional<Run> lastRun) {
        /** How many runs the average covers at most. */
        public static final int AVERAGED = 20;
    }

    /** The current baselines of a suite. */
    List<Baseline> currentBaselines(Caller caller, SuiteName name);

    /** The baselines of a suite with their history, newest first. */
    Page<BaselineVersion> baselines(Caller caller, SuiteName name, PageRequest page);

    /**
     * The content of a baseline of a suite, a current or a former one; empty when there is none with that content, or
     * it was removed.
     */
    Optional<Content> open(Caller caller, SuiteName name, Sha256 image);

    /**
     * Makes a former baseline the current one again.
     *
     * @param screenshot the screenshot, as in {@link Runs#approve}
     * @param image the content of one of its former baselines
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.NotFound} when it is not in the history;
     *     {@code RunProblem.BaselineChanged} when another call changes the baseline at the same time
     */
    Baseline restore(Caller caller, SuiteName name, Runs.ScreenshotName screenshot, Sha256 image);

    /**
     * The results of the tests of a suite in its newest completed runs, at most {@value #REMEMBERED}.
     *
     * @return the tests by name
     */
    List<TestHistory> tests(Caller caller, SuiteName name);

    /** How many runs the history of tests covers at most. */
    int REMEMBERED = 50;

    /**
     * The results of a test.
     *
     * @param test the test
     * @param results in its runs, newest first
     */
    record TestHistory(TestName test, List<TestResult> results) {
        public TestHistory {
            results = List.copyOf(results);
        }
    }
}
