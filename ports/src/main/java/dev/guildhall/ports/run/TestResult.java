package dev.guildhall.ports.run;

import dev.guildhall.ports.Text;
import java.time.Duration;
import java.util.Optional;

/**
 * How far a test of a run has come.
 *
 * @param test which
 * @param status how far
 * @param attempts how often it has begun, 0 or more
 * @param duration of all attempts that have ended
 * @param error why its last attempt failed, at most {@value #MAX_ERROR} characters, without escape sequences of terminals;
 *     absent unless it failed
 * @param picture the page as it was when the test failed; absent when there is no such picture
 */
public record TestResult(
        TestName test,
        TestStatus status,
        int attempts,
        Duration duration,
        Optional<String> error,
        Optional<Sha256> picture) {
    /** The most characters of an error. */
    public static final int MAX_ERROR = 10_000;

    public TestResult {
        error = error.map(text -> Text.beginning(Text.repaired(text), MAX_ERROR));
    }

    /** Whether its run, if that has ended, did not come to an end of this test: one that was passed over is skipped. */
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
