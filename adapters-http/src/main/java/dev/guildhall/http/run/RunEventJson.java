package dev.guildhall.http.run;

import dev.guildhall.ports.run.RunEvent;
import dev.guildhall.ports.run.RunState;
import dev.guildhall.ports.run.Runs;
import dev.guildhall.ports.run.TestName;
import dev.guildhall.ports.run.TestResult;
import dev.guildhall.wire.json.EnumNames;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An event of a run.
 *
 * @param event the name of the event
 * @param data a JSON record
 */
record RunEventJson(String event, Object data) {
    static RunEventJson of(RunEvent event, FileAddresses files) {
        return switch (event) {
            case RunEvent.Planned(String platform, List<TestName> tests) ->
                new RunEventJson(
                        "plan",
                        new PlanJson(
                                platform,
                                tests.stream().map(TestName::label).toList(),
                                tests.stream().map(NameJson::of).toList()));
            case RunEvent.Tested(TestResult result) -> new RunEventJson("test", TestJson.of(result, files));
            case RunEvent.ScreenshotTaken(var screenshot) ->
                new RunEventJson(
                        "screenshot",
                        ScreenshotJson.of(new Runs.ListedScreenshot(screenshot, Optional.empty()), files));
            case RunEvent.ArtifactStored(var artifact) ->
                new RunEventJson("artifact", ArtifactJson.of(artifact, files));
            case RunEvent.Logged(String text) -> new RunEventJson("log", new LogJson(text));
            case RunEvent.StatusChanged(RunState state) -> new RunEventJson("status", StatusJson.of(state));
        };
    }

    /** The suite has been loaded: the tests that will run, and their names in the same order. */
    record PlanJson(String platform, List<String> tests, List<NameJson> names) {}

    record NameJson(String browser, String file, String title) {
        static NameJson of(TestName test) {
            return new NameJson(test.project(), test.file(), test.title());
        }
    }

    /** An attempt at a test has begun, or a test has ended; {@code duration} is in milliseconds. */
    record TestJson(
            String test,
            String browser,
            String file,
            String title,
            String status,
            int attempts,
            long duration,
            @Nullable String error,
            @Nullable String screenshot) {
        static TestJson of(TestResult result, FileAddresses files) {
            return new TestJson(
                    result.test().label(),
                    result.test().project(),
                    result.test().file(),
                    result.test().title(),
                    EnumNames.of(result.status()),
                    result.attempts(),
                    result.duration().toMillis(),
                    result.error().orElse(null),
                    result.screenshot().map(files::image).orElse(null));
        }
    }

    record LogJson(String text) {}

    record StatusJson(String status, @Nullable String outcome, RunJson.@Nullable ErrorJson error) {
        static StatusJson of(RunState state) {
            return new StatusJson(EnumNames.of(state.status()), RunJson.outcome(state), RunJson.ErrorJson.of(state));
        }
    }
}
