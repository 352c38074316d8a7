package dev.guildhall.http.run;

import dev.guildhall.ports.run.Outcome;
import dev.guildhall.ports.run.Run;
import dev.guildhall.ports.run.RunError;
import dev.guildhall.ports.run.RunState;
import dev.guildhall.ports.run.Runs;
import dev.guildhall.ports.run.TestCounts;
import dev.guildhall.ports.run.TestResult;
import dev.guildhall.ports.run.TestStatus;
import dev.guildhall.wire.json.EnumNames;
import dev.guildhall.wire.json.Json;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The JSON of a run with its tests (runs-12). */
public record RunJson(
        String runId,
        String status,
        String suite,
        String target,
        List<String> browsers,
        @Nullable String outcome,
        ResultsJson results,
        List<FailureJson> failures,
        List<String> flaky,
        List<String> notRun,
        @Nullable ErrorJson error,
        String taskId,
        String createdAt,
        @Nullable String startedAt,
        @Nullable String completedAt) {
    private static final int MOST_TESTS = 1_000;

    static RunJson of(Runs.Report report, FileAddresses files) {
        Run run = report.run();
        boolean ended = run.state().status().isFinal();
        return new RunJson(
                run.id().value(),
                EnumNames.of(run.state().status()),
                run.request().suite().value(),
                run.request().target().toString(),
                run.request().browsers().stream().map(EnumNames::of).toList(),
                outcome(run.state()),
                ResultsJson.of(report),
                report.tests().stream()
                        .filter(test -> test.status() == TestStatus.FAILED)
                        .limit(MOST_TESTS)
                        .map(test -> FailureJson.of(test, files))
                        .toList(),
                labels(report, test -> test.status() == TestStatus.FLAKY),
                labels(report, test -> ended && test.isNotRun()),
                ErrorJson.of(run.state()),
                run.taskId().value(),
                Json.timestamp(run.createdAt()),
                run.startedAt().map(Json::timestamp).orElse(null),
                run.completedAt().map(Json::timestamp).orElse(null));
    }

    /**
     * The JSON of a run, as {@code GET /runs/:id} answers it.
     *
     * @param service the address of the service
     */
    public static RunJson of(Runs.Report report, String service) {
        return of(report, FileAddresses.of(service, report.run().id()));
    }

    static @Nullable String outcome(RunState state) {
        return state instanceof RunState.Completed(Outcome outcome) ? EnumNames.of(outcome) : null;
    }

    private static List<String> labels(Runs.Report report, Predicate<TestResult> which) {
        return report.tests().stream()
                .filter(which)
                .limit(MOST_TESTS)
                .map(test -> test.test().label())
                .toList();
    }

    /** The number of tests for each result; {@code duration} is in milliseconds. */
    record ResultsJson(int total, int passed, int failed, int skipped, long duration) {
        /** Tests that an ended run never started count as skipped. */
        static ResultsJson of(Runs.Report report) {
            TestCounts counts = report.run().counts();
            int notRun = report.run().state().status().isFinal() ? counts.open() : 0;
            return new ResultsJson(
                    counts.total(),
                    counts.passed(),
                    counts.failed(),
                    counts.skipped() + notRun,
                    report.duration().toMillis());
        }
    }

    /** A test that failed; {@code screenshot} is the address of a screenshot of the page at that time. */
    record FailureJson(
            String test,
            String browser,
            String file,
            String title,
            String error,
            @Nullable String screenshot) {
        static FailureJson of(TestResult test, FileAddresses files) {
            return new FailureJson(
                    test.test().label(),
                    test.test().project(),
                    test.test().file(),
                    test.test().title(),
                    test.error().orElse(""),
                    test.screenshot().map(files::image).orElse(null));
        }
    }

    record ErrorJson(String code, String message) {
        static @Nullable ErrorJson of(RunState state) {
            return state instanceof RunState.Failed(RunError error)
                    ? new ErrorJson(error.code().name(), error.message())
                    : null;
        }
    }

    record StartedJson(String runId, String status, String suite, String createdAt) {
        static StartedJson of(Run run) {
            return new StartedJson(
                    run.id().value(),
                    EnumNames.of(run.state().status()),
                    run.request().suite().value(),
                    Json.timestamp(run.createdAt()));
        }
    }

    record ItemJson(
            String runId,
            String status,
            String suite,
            String target,
            @Nullable String outcome,
            ResultsJson results,
            String taskId,
            String createdAt,
            @Nullable String completedAt) {
        static ItemJson of(Runs.Report report) {
            Run run = report.run();
            return new ItemJson(
                    run.id().value(),
                    EnumNames.of(run.state().status()),
                    run.request().suite().value(),
                    run.request().target().toString(),
                    RunJson.outcome(run.state()),
                    ResultsJson.of(report),
                    run.taskId().value(),
                    Json.timestamp(run.createdAt()),
                    run.completedAt().map(Json::timestamp).orElse(null));
        }
    }
}
