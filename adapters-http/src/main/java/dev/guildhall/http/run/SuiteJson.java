package dev.guildhall.http.run;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.guildhall.ports.run.Baseline;
import dev.guildhall.ports.run.BaselineVersion;
import dev.guildhall.ports.run.Browser;
import dev.guildhall.ports.run.Run;
import dev.guildhall.ports.run.RunId;
import dev.guildhall.ports.run.Sha256;
import dev.guildhall.ports.run.Suite;
import dev.guildhall.ports.run.Suites;
import dev.guildhall.ports.run.TestName;
import dev.guildhall.ports.run.TestResult;
import dev.guildhall.ports.run.TestStatus;
import dev.guildhall.wire.json.EnumNames;
import dev.guildhall.wire.json.Json;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The JSON of a suite (runs-26); {@code averageDuration} is in milliseconds. */
record SuiteJson(
        String name,
        String description,
        @Nullable Integer testCount,
        @Nullable Long averageDuration,
        @Nullable LastRunJson lastRun,
        @Nullable String error) {
    static SuiteJson of(Suites.Details details) {
        Suite suite = details.suite();
        return new SuiteJson(
                suite.name().value(),
                suite.description(),
                suite.tests().map(List::size).orElse(null),
                details.averageDuration().map(Duration::toMillis).orElse(null),
                details.lastRun().map(LastRunJson::of).orElse(null),
                suite.error().orElse(null));
    }

    /** All suites, and the browsers that their runs find. */
    record ListJson(List<SuiteJson> suites, List<String> browsers) {}

    record LastRunJson(String runId, String status, String createdAt) {
        static LastRunJson of(Run run) {
            return new LastRunJson(
                    run.id().value(), EnumNames.of(run.state().status()), Json.timestamp(run.createdAt()));
        }
    }

    record DetailsJson(
            @JsonUnwrapped SuiteJson suite, List<TestJson> tests, List<String> browsers, List<BaselineJson> baselines) {
        static DetailsJson of(Suites.Details details, List<BaselineJson> baselines) {
            List<Browser> browsers = details.suite().browsers();
            return new DetailsJson(
                    SuiteJson.of(details),
                    details.suite().tests().orElse(List.of()).stream()
                            .map(TestJson::of)
                            .toList(),
                    (browsers.isEmpty() ? List.of(Browser.CHROMIUM) : browsers)
                            .stream().map(EnumNames::of).toList(),
                    baselines);
        }
    }

    record TestJson(String file, String title) {
        static TestJson of(TestName test) {
            return new TestJson(test.file(), test.title());
        }
    }

    /** A baseline, current or former; {@code runId} is null when the baseline was restored. */
    record BaselineJson(
            String browser,
            String platform,
            String file,
            String name,
            String url,
            String sha256,
            @Nullable String previousSha256,
            @Nullable String browserVersion,
            @Nullable String runId,
            String approvedAt,
            String approvedBy,
            boolean current) {
        static BaselineJson of(BaselineVersion version, FileAddresses files) {
            Baseline baseline = version.baseline();
            return new BaselineJson(
                    baseline.key().project(),
                    baseline.platform(),
                    baseline.key().file(),
                    baseline.key().name(),
                    files.image(baseline.image()),
                    baseline.image().value(),
                    baseline.previous().map(Sha256::value).orElse(null),
                    baseline.browserVersion().isEmpty() ? null : baseline.browserVersion(),
                    baseline.run().map(RunId::value).orElse(null),
                    Json.timestamp(baseline.at()),
                    baseline.by().value(),
                    version.isCurrent());
        }
    }

    /**
     * The history of a test; durations are in milliseconds, {@code flakiness} is the share of its runs in which it
     * passed only after a retry, 0 to 1.
     */
    record TestHistoryJson(
            String test,
            String browser,
            String file,
            String title,
            int runs,
            int passed,
            int failed,
            int flaky,
            int skipped,
            double flakiness,
            @Nullable Long averageDuration,
            List<TestRunJson> results) {
        static TestHistoryJson of(Suites.TestHistory history) {
            List<TestResult> results = history.results();
            int flaky = count(results, TestStatus.FLAKY);
            int passed = count(results, TestStatus.PASSED);
            int failed = count(results, TestStatus.FAILED);
            int carriedOut = flaky + passed + failed;
            return new TestHistoryJson(
                    history.test().label(),
                    history.test().project(),
                    history.test().file(),
                    history.test().title(),
                    results.size(),
                    passed,
                    failed,
                    flaky,
                    count(results, TestStatus.SKIPPED),
                    carriedOut == 0 ? 0 : (double) flaky / carriedOut,
                    carriedOut == 0 ? null : total(results) / carriedOut,
                    results.stream().map(TestRunJson::of).toList());
        }

        private static int count(List<TestResult> results, TestStatus status) {
            return (int)
                    results.stream().filter(result -> result.status() == status).count();
        }

        private static long total(List<TestResult> results) {
            return results.stream()
                    .filter(result -> result.status() != TestStatus.SKIPPED)
                    .mapToLong(result -> result.duration().toMillis())
                    .sum();
        }
    }

    /** The result of a test in one run; {@code duration} is the sum of its attempts, in milliseconds. */
    record TestRunJson(String status, int attempts, long duration) {
        static TestRunJson of(TestResult result) {
            return new TestRunJson(
                    EnumNames.of(result.status()),
                    result.attempts(),
                    result.duration().toMillis());
        }
    }
}
