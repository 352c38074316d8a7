package dev.guildhall.core.run;

import dev.guildhall.core.task.TaskErrors;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.problem.ErrorKind;
import dev.guildhall.ports.run.Outcome;
import dev.guildhall.ports.run.Run;
import dev.guildhall.ports.run.RunError;
import dev.guildhall.ports.run.RunRequest;
import dev.guildhall.ports.run.RunState;
import dev.guildhall.ports.run.TestCounts;
import dev.guildhall.ports.run.TestResult;
import dev.guildhall.ports.run.TestStatus;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskError;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.task.TaskWorkers;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Transitions of runs: pure functions. */
public final class RunLifecycle {
    private static final int MOST_FAILURES = 100;
    private static final int MOST_CHARACTERS = 1_000;

    /** The node that executed the run was stopped. */
    static final RunError STOPPED =
            new RunError(RunError.Code.RUN_INTERRUPTED, "the node that executed the run was stopped");

    /** The lease of the node that executed the run has expired, and another node recovered the task. */
    static final RunError LOST = new RunError(
            RunError.Code.RUN_INTERRUPTED,
            "the node that executed the run did not renew its lease for " + TaskWorkers.LEASE.toSeconds()
                    + " s: it failed, or could not reach the database");

    private RunLifecycle() {}

    /**
     * How a run ends whose runner has reported its end. The runner does not begin tests after others have failed: those
     * of a project whose dependency failed, and those beyond {@code maxFailures}.
     */
    static RunState.Ended reachedEnd(List<TestResult> tests) {
        TestCounts counts = TestCounts.of(tests);
        if (tests.isEmpty()) {
            return new RunState.Failed(new RunError(RunError.Code.SUITE_INVALID, "the suite has no test to run"));
        }
        if (counts.open() > 0 && counts.failed() == 0) {
            return new RunState.Failed(new RunError(
                    RunError.Code.RUNNER_CRASHED,
                    "the runner ended before " + counts.open() + " of " + counts.total() + " tests had ended"));
        }
        if (counts.failed() > 0) {
            return new RunState.Completed(Outcome.FAILED);
        }
        boolean flaky = tests.stream().anyMatch(test -> test.status() == TestStatus.FLAKY);
        return new RunState.Completed(flaky ? Outcome.FLAKY : Outcome.PASSED);
    }

    static RunError timedOut(RunRequest request) {
        long limit = request.options().runTimeout().map(Duration::toMillis).orElse(0L);
        return new RunError(RunError.Code.RUN_TIMEOUT, "the run took longer than its runTimeout of " + limit + " ms");
    }

    /** How a run ends whose task has ended or was removed, or whose node has failed; empty while it continues. */
    static Optional<RunState.Ended> afterTask(Run run, Optional<Task> task) {
        if (task.isEmpty()) {
            return Optional.of(new RunState.Cancelled());
        }
        return switch (task.get().state()) {
            case TaskState.Cancelled ignored -> Optional.of(new RunState.Cancelled());
            case TaskState.Failed(TaskError error) -> Optional.of(afterFailure(error));
            case TaskState.Completed ignored -> Optional.of(new RunState.Failed(LOST));
            case TaskState.Queued ignored ->
                run.state() instanceof RunState.Running ? Optional.of(new RunState.Failed(LOST)) : Optional.empty();
            case TaskState.Running ignored -> Optional.empty();
            case TaskState.Sleeping ignored -> Optional.empty();
        };
    }

    private static RunState.Ended afterFailure(TaskError error) {
        if (error.equals(TaskErrors.AGENT_TERMINATED)) {
            return new RunState.Cancelled();
        }
        return new RunState.Failed(
                error.equals(TaskErrors.TIMEOUT)
                        ? new RunError(RunError.Code.RUN_TIMEOUT, "the task of the run exceeded its ttl")
                        : LOST);
    }

    /** How the task of a run ends. */
    static TaskState.Ended taskAfter(Run run, RunState.Ended state, List<TestResult> tests, Duration duration) {
        return switch (state) {
            case RunState.Completed(Outcome outcome) -> new TaskState.Completed(output(run, outcome, tests, duration));
            case RunState.Failed(RunError error) ->
                new TaskState.Failed(new TaskError(error.code().name(), error.message(), kind(error.code())));
            case RunState.Cancelled ignored -> new TaskState.Cancelled();
        };
    }

    private static Map<String, Object> output(Run run, Outcome outcome, List<TestResult> tests, Duration duration) {
        TestCounts counts = TestCounts.of(tests);
        Map<String, Object> results = new LinkedHashMap<>();
        results.put("total", counts.total());
        results.put("passed", counts.passed());
        results.put("failed", counts.failed());
        results.put("skipped", counts.skipped() + counts.open());
        results.put("duration", duration.toMillis());
        Map<String, Object> output = new LinkedHashMap<>();
        output.put("runId", run.id().value());
        output.put("suite", run.request().suite().value());
        output.put("status", "completed");
        output.put("outcome", outcome.name().toLowerCase(Locale.ROOT));
        output.put("results", results);
        output.put("failures", failures(tests));
        return output;
    }

    /** The first failures of a run, short enough for a model. */
    public static List<Map<String, Object>> failures(List<TestResult> tests) {
        return tests.stream()
                .filter(test -> test.status() == TestStatus.FAILED)
                .limit(MOST_FAILURES)
                .map(test -> Map.<String, Object>of(
                        "test", test.test().label(),
                        "error", Text.beginning(test.error().orElse(""), MOST_CHARACTERS)))
                .toList();
    }

    private static ErrorKind kind(RunError.Code code) {
        return switch (code) {
            case CONTAINER_ERROR, RUNNER_CRASHED -> ErrorKind.INTERNAL;
            case RUN_TIMEOUT -> ErrorKind.TIMED_OUT;
            case RUN_INTERRUPTED -> ErrorKind.UNAVAILABLE;
            case SUITE_INVALID -> ErrorKind.INVALID;
        };
    }

    /** From the start of a run to its end, or to now while it runs. */
    public static Duration duration(Run run, Instant now) {
        return run.startedAt()
                .map(start -> Duration.between(start, run.completedAt().orElse(now)))
                .filter(Duration::isPositive)
                .orElse(Duration.ZERO);
    }
}
