package dev.guildhall.integrations.playwright;

import dev.guildhall.ports.UserId;
import dev.guildhall.ports.run.Artifact;
import dev.guildhall.ports.run.Baseline;
import dev.guildhall.ports.run.RunError;
import dev.guildhall.ports.run.RunEvent;
import dev.guildhall.ports.run.RunId;
import dev.guildhall.ports.run.RunOptions;
import dev.guildhall.ports.run.RunRequest;
import dev.guildhall.ports.run.Screenshot;
import dev.guildhall.ports.run.Suite;
import dev.guildhall.ports.run.SuiteRunner;
import dev.guildhall.ports.run.TestName;
import dev.guildhall.ports.run.TestResult;
import dev.guildhall.ports.run.TestStatus;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** The reports of a run. Written by one thread; read when the run has ended. */
final class Recorded {
    final Map<String, TestResult> tests = new LinkedHashMap<>();
    final Map<String, Screenshot> screenshots = new LinkedHashMap<>();
    final Map<String, Artifact> artifacts = new LinkedHashMap<>();
    final StringBuilder logged = new StringBuilder();
    final CountDownLatch testBegan = new CountDownLatch(1);
    Optional<RunError> error = Optional.empty();
    private boolean several;
    private boolean repeated;

    static final RunOptions ONE_RETRY = new RunOptions(
                    Optional.of(1),
                    Optional.of(Duration.ofSeconds(20)),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    List.of())
            .or(RunOptions.DEFAULT);

    static SuiteRunner.Assignment assignment(Suite suite, RunOptions options, List<Baseline> baselines) {
        return assignment(suite, URI.create("http://localhost:1234/"), options, List.of(), baselines);
    }

    static SuiteRunner.Assignment assignment(
            Suite suite, URI target, RunOptions options, List<TestName> only, List<Baseline> baselines) {
        RunRequest request = new RunRequest(suite.name(), target, List.of(), options, only).completedBy(suite);
        return new SuiteRunner.Assignment(new RunId("run_1"), suite, request, baselines);
    }

    static Recorded run(SuiteRunner runner, SuiteRunner.Assignment assignment) throws InterruptedException {
        Recorded recorded = new Recorded();
        recorded.error = runner.run(assignment, recorded::take);
        return recorded;
    }

    /** The title of a test, with the project and the file before it where titles are not unique. */
    private String title(TestName test) {
        return (several ? test.project() + " " : "") + (repeated ? test.file() + " " : "") + test.title();
    }

    void take(RunEvent event) {
        switch (event) {
            case RunEvent.Planned planned -> {
                several = planned.tests().stream()
                                .map(TestName::project)
                                .distinct()
                                .count()
                        > 1;
                repeated = planned.tests().stream().map(this::title).distinct().count()
                        < planned.tests().size();
                planned.tests().forEach(test -> tests.put(title(test), TestResult.pending(test)));
            }
            case RunEvent.Tested(TestResult result) -> {
                tests.put(title(result.test()), result);
                testBegan.countDown();
            }
            case RunEvent.ScreenshotTaken(Screenshot screenshot) -> screenshots.put(screenshot.name(), screenshot);
            case RunEvent.ArtifactStored(Artifact artifact) -> artifacts.put(artifact.name(), artifact);
            case RunEvent.Logged(String text) -> logged.append(text);
            case RunEvent.StatusChanged ignored -> {}
        }
    }

    String error(String title) {
        return Optional.ofNullable(tests.get(title)).flatMap(TestResult::error).orElse("");
    }

    /** The errors of the tests that failed, by their titles. */
    Map<String, String> failures() {
        Map<String, String> failures = new LinkedHashMap<>();
        tests.forEach((title, result) -> {
            if (result.status() != TestStatus.PASSED) {
                failures.put(title, result.status() + " " + error(title));
            }
        });
        return failures;
    }

    TestStatus status(String title) {
        return Optional.ofNullable(tests.get(title)).orElseThrow().status();
    }

    /** All screenshots as baselines. */
    List<Baseline> baselines(Suite suite) {
        return screenshots.keySet().stream().map(name -> baseline(suite, name)).toList();
    }

    Baseline baseline(Suite suite, String screenshot) {
        Screenshot taken = Optional.ofNullable(screenshots.get(screenshot)).orElseThrow();
        return new Baseline(
                suite.name(),
                "linux",
                taken.key(),
                taken.image(),
                Optional.empty(),
                "",
                Optional.empty(),
                Instant.EPOCH,
                new UserId("usr_1"));
    }
}
