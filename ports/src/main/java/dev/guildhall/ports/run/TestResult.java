package dev.guildhall.ports.run;

import dev.guildhall.ports.Text;
import java.time.Duration;
import java.util.Optional;

/**
 * The result of a test of a run.
 *
 * @param test the test
 * @param status its state
 * @param attempts how often it has begun, 0 or more
 * @param duration of all attempts that have ended
 * @param error why its last attempt failed, at most {@value #MAX_ERROR} characters, without escape sequences of
 *     terminals; absent unless it failed
 * @param screenshot the page when the test failed; absent when there is no such screenshot
 */
public record TestResult(
        TestName test,
        TestStatus status,
        int attempts,
        Duration duration,
        Optional<String> error,
        Optional<Sha256> screenshot) {
    /** The most characters of an error. */
    public static final int MAX_ERROR = 10_000;

    public TestResult {
        error = error.map(text -> Text.beginning(Text.repaired(text), MAX_ERROR));
    }

    /**
     * Whether the test did not run to its end, in a run that has ended: it is pending or running, or the runner skipped
     * it without an attempt.
     */
    public boolean isNotRun() {
        return switch (status) {
            case PENDING, RUNNING -> true;
            case SKIPPED -> attempts == 0;
            case PASSED, FLAKY, FAILED -> false;
        };
    }

    /** A test that has not begun. */
    public static TestResult pending(TestName test) {
        return new TestResult(test, TestStatus.PENDING, 0, Duration.ZERO, Optional.empty(), Optional.empty());
    }
}
