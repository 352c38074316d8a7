package dev.guildhall.testkit;

import dev.guildhall.ports.UserId;
import dev.guildhall.ports.run.Artifact;
import dev.guildhall.ports.run.Baseline;
import dev.guildhall.ports.run.Browser;
import dev.guildhall.ports.run.Run;
import dev.guildhall.ports.run.RunEvent;
import dev.guildhall.ports.run.RunId;
import dev.guildhall.ports.run.RunOptions;
import dev.guildhall.ports.run.RunRequest;
import dev.guildhall.ports.run.RunState;
import dev.guildhall.ports.run.Screenshot;
import dev.guildhall.ports.run.Sha256;
import dev.guildhall.ports.run.Suite;
import dev.guildhall.ports.run.SuiteName;
import dev.guildhall.ports.run.TestCounts;
import dev.guildhall.ports.run.TestName;
import dev.guildhall.ports.run.TestResult;
import dev.guildhall.ports.run.TestStatus;
import dev.guildhall.ports.task.TaskId;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Builds a queued {@link Run} of its own suite, and the data of runs. Not thread-safe. */
public final class SampleRun {
    private SuiteName suite = suiteName();
    private TaskId task = new TaskId(Sample.id("task"));
    private UserId startedBy = new UserId(UserId.EXTERNAL + Sample.id("usr"));
    private RunOptions options = RunOptions.NONE;
    private List<TestName> only = List.of();

    SampleRun() {}

    public SampleRun suite(SuiteName one) {
        suite = one;
        return this;
    }

    public SampleRun task(TaskId one) {
        task = one;
        return this;
    }

    public SampleRun startedBy(UserId one) {
        startedBy = one;
        return this;
    }

    public SampleRun options(RunOptions some) {
        options = some;
        return this;
    }

    public SampleRun only(TestName... some) {
        only = List.of(some);
        return this;
    }

    public RunRequest request() {
        return new RunRequest(
                suite, URI.create("http://sample.example:8080/a?b=1"), List.of(Browser.CHROMIUM), options, only);
    }

    public Run build() {
        return new Run(
                new RunId(Sample.id("run")),
                startedBy,
                task,
                request(),
                new RunState.Queued(),
                "",
                TestCounts.NONE,
                Sample.NOW,
                Optional.empty(),
                Optional.empty());
    }

    /** A new name of a suite. */
    public static SuiteName suiteName() {
        return new SuiteName(Sample.id("suite"));
    }

    /** A suite without options. */
    public static Suite suiteOf(SuiteName name) {
        return new Suite(
                name,
                Path.of("suites", name.value()),
                "a sample",
                List.of(),
                Map.of(),
                Optional.empty(),
                RunOptions.NONE,
                false,
                Optional.of(List.of(test("one"))),
                Optional.empty());
    }

    /** The same suite, with new baselines accepted. */
    public static Suite accepting(Suite suite) {
        return with(suite, true, Optional.empty());
    }

    /** The same suite, which cannot be loaded. */
    public static Suite broken(Suite suite, String error) {
        return with(suite, false, Optional.of(error));
    }

    private static Suite with(Suite suite, boolean acceptsNewBaselines, Optional<String> error) {
        return new Suite(
                suite.name(),
                suite.directory(),
                suite.description(),
                suite.browsers(),
                suite.env(),
                suite.image(),
                suite.defaults(),
                acceptsNewBaselines,
                suite.tests(),
                error);
    }

    public static TestName test(String title) {
        return new TestName("chromium", "a.spec.ts", title);
    }

    /** A plan for Linux of tests with these titles. */
    public static RunEvent.Planned planned(String... titles) {
        return new RunEvent.Planned(
                "linux", Stream.of(titles).map(SampleRun::test).toList());
    }

    /** The result of a test that began once and took a second; one that failed has an error. */
    public static RunEvent.Tested tested(String title, TestStatus status) {
        Optional<String> error = status == TestStatus.FAILED ? Optional.of("expected 1, received 2") : Optional.empty();
        return new RunEvent.Tested(
                new TestResult(test(title), status, 1, Duration.ofSeconds(1), error, Optional.empty()));
    }

    /** A new digest. */
    public static Sha256 content() {
        return Sha256.of(Sample.id("content"));
    }

    public static Screenshot.Key key(String name) {
        return new Screenshot.Key("chromium", "a.spec.ts", name);
    }

    /** A screenshot that differs from its baseline. */
    public static Screenshot different(String name, Sha256 baseline) {
        return new Screenshot(
                key(name),
                name,
                test("one"),
                Screenshot.Verdict.DIFFERENT,
                content(),
                Optional.of(baseline),
                Optional.of(content()),
                "Chromium 140",
                Optional.empty());
    }

    /** A screenshot that has no baseline. */
    public static Screenshot unknown(String name) {
        return compared(name, Screenshot.Verdict.NO_BASELINE);
    }

    /** A screenshot without a baseline. */
    public static Screenshot compared(String name, Screenshot.Verdict verdict) {
        return new Screenshot(
                key(name),
                name,
                test("one"),
                verdict,
                content(),
                Optional.empty(),
                Optional.empty(),
                "Chromium 140",
                Optional.empty());
    }

    public static Artifact artifact(String name) {
        return new Artifact(name, Artifact.Kind.TRACE, "application/zip", 5_000_000_000L, content(), Optional.empty());
    }

    /** The first baseline of a screenshot on Linux. */
    public static Baseline baseline(SuiteName suite, String name) {
        return new Baseline(
                suite,
                "linux",
                key(name),
                content(),
                Optional.empty(),
                "Chromium 140",
                Optional.of(new RunId(Sample.id("run"))),
                Sample.NOW,
                new UserId(UserId.EXTERNAL + Sample.id("usr")));
    }
}
