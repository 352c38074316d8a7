package dev.guildhall.persistence.run;

import dev.guildhall.persistence.db.StoredJson;
import dev.guildhall.persistence.db.StoredObject;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.run.Artifact;
import dev.guildhall.ports.run.Browser;
import dev.guildhall.ports.run.Outcome;
import dev.guildhall.ports.run.RunError;
import dev.guildhall.ports.run.RunEvent;
import dev.guildhall.ports.run.RunOptions;
import dev.guildhall.ports.run.RunRequest;
import dev.guildhall.ports.run.RunState;
import dev.guildhall.ports.run.RunStatus;
import dev.guildhall.ports.run.Screenshot;
import dev.guildhall.ports.run.Sha256;
import dev.guildhall.ports.run.SuiteName;
import dev.guildhall.ports.run.TestName;
import dev.guildhall.ports.run.TestResult;
import dev.guildhall.ports.run.TestStatus;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** Writes requests, results and events of test runs as JSON, and reads them. */
final class StoredRunJson {
    private StoredRunJson() {}

    private static Optional<Integer> whole(StoredObject object, String name) {
        return object.optional(name).map(_ -> object.integer(name));
    }

    static String write(RunRequest request) {
        RunOptions options = request.options();
        return StoredJson.write(StoredObject.of(
                "suite", request.suite().value(),
                "target", request.target().toString(),
                "browsers", request.browsers().stream().map(Browser::name).toList(),
                "retries", options.retries(),
                "timeout", options.timeout().map(Duration::toMillis),
                "workers", options.workers(),
                "runTimeout", options.runTimeout().map(Duration::toMillis),
                "grep", options.grep(),
                "files", options.files(),
                "only", request.only().stream().map(StoredRunJson::test).toList()));
    }

    static RunRequest request(String json) {
        StoredObject request = StoredObject.read(json);
        return new RunRequest(
                new SuiteName(request.text("suite")),
                URI.create(request.text("target")),
                request.texts("browsers").stream().map(Browser::valueOf).toList(),
                new RunOptions(
                        whole(request, "retries"),
                        whole(request, "timeout").map(Duration::ofMillis),
                        whole(request, "workers"),
                        whole(request, "runTimeout").map(Duration::ofMillis),
                        request.optionalText("grep"),
                        request.texts("files")),
                request.objects("only").stream().map(StoredRunJson::test).toList());
    }

    private static Map<String, Object> test(TestName test) {
        return StoredObject.of("project", test.project(), "file", test.file(), "title", test.title());
    }

    private static TestName test(StoredObject test) {
        return new TestName(test.text("project"), test.text("file"), test.text("title"));
    }

    static String write(TestResult result) {
        return StoredJson.write(result(result));
    }

    private static Map<String, Object> result(TestResult result) {
        return StoredObject.of(
                "test", test(result.test()),
                "status", result.status().name(),
                "attempts", result.attempts(),
                "durationMs", result.duration().toMillis(),
                "error", result.error(),
                "picture", result.screenshot().map(Sha256::value));
    }

    static TestResult result(String json) {
        return result(StoredObject.read(json));
    }

    private static TestResult result(StoredObject result) {
        return new TestResult(
                test(result.object("test")),
                TestStatus.valueOf(result.text("status")),
                whole(result, "attempts").orElse(0),
                Duration.ofMillis(result.number("durationMs")),
                result.optionalText("error"),
                result.optionalText("picture").map(Sha256::new));
    }

    static String write(Screenshot screenshot) {
        return StoredJson.write(screenshot(screenshot));
    }

    private static Map<String, Object> screenshot(Screenshot screenshot) {
        return StoredObject.of(
                "project", screenshot.key().project(),
                "file", screenshot.key().file(),
                "name", screenshot.key().name(),
                "shown", screenshot.name(),
                "test", test(screenshot.test()),
                "verdict", screenshot.verdict().name(),
                "image", screenshot.image().value(),
                "baseline", screenshot.baseline().map(Sha256::value),
                "diff", screenshot.diff().map(Sha256::value),
                "browserVersion", screenshot.browserVersion());
    }

    static Screenshot screenshot(String json, Optional<String> approval) {
        return screenshot(StoredObject.read(json), approval.map(StoredRunJson::approval));
    }

    private static Screenshot screenshot(StoredObject screenshot, Optional<Screenshot.Approval> approval) {
        return new Screenshot(
                new Screenshot.Key(screenshot.text("project"), screenshot.text("file"), screenshot.text("name")),
                screenshot.optionalText("shown").orElseGet(() -> screenshot.text("name")),
                test(screenshot.object("test")),
                Screenshot.Verdict.valueOf(screenshot.text("verdict")),
                new Sha256(screenshot.text("image")),
                screenshot.optionalText("baseline").map(Sha256::new),
                screenshot.optionalText("diff").map(Sha256::new),
                screenshot.text("browserVersion"),
                approval);
    }

    static String write(Screenshot.Approval approval) {
        return StoredJson.write(StoredObject.of(
                "at", approval.at().toString(),
                "by", approval.by().value(),
                "previous", approval.previous().map(Sha256::value)));
    }

    private static Screenshot.Approval approval(String json) {
        StoredObject approval = StoredObject.read(json);
        return new Screenshot.Approval(
                Instant.parse(approval.text("at")),
                new UserId(approval.text("by")),
                approval.optionalText("previous").map(Sha256::new));
    }

    static String write(Artifact artifact) {
        return StoredJson.write(artifact(artifact));
    }

    private static Map<String, Object> artifact(Artifact artifact) {
        return StoredObject.of(
                "name", artifact.name(),
                "kind", artifact.kind().name(),
                "contentType", artifact.contentType(),
                "size", artifact.size(),
                "content", artifact.content().value(),
                "test", artifact.test().map(StoredRunJson::test));
    }

    static Artifact artifact(String json) {
        return artifact(StoredObject.read(json));
    }

    private static Artifact artifact(StoredObject artifact) {
        return new Artifact(
                artifact.text("name"),
                Artifact.Kind.valueOf(artifact.text("kind")),
                artifact.text("contentType"),
                artifact.number("size"),
                new Sha256(artifact.text("content")),
                artifact.optional("test").map(_ -> test(artifact.object("test"))));
    }

    static String write(RunEvent event) {
        return StoredJson.write(
                switch (event) {
                    case RunEvent.Planned planned ->
                        StoredObject.of(
                                "planned", planned.platform(),
                                "tests",
                                        planned.tests().stream()
                                                .map(StoredRunJson::test)
                                                .toList());
                    case RunEvent.Tested(TestResult result) -> StoredObject.of("tested", result(result));
                    case RunEvent.ScreenshotTaken(Screenshot screenshot) ->
                        StoredObject.of("pictured", screenshot(screenshot));
                    case RunEvent.ArtifactStored(Artifact artifact) -> StoredObject.of("kept", artifact(artifact));
                    case RunEvent.Logged(String text) -> StoredObject.of("logged", text);
                    case RunEvent.StatusChanged(RunState state) -> StoredObject.of("moved", state(state));
                });
    }

    static RunEvent event(String json) {
        StoredObject event = StoredObject.read(json);
        return switch ((String) event.members().keySet().iterator().next()) {
            case "planned" ->
                new RunEvent.Planned(
                        event.text("planned"),
                        event.objects("tests").stream().map(StoredRunJson::test).toList());
            case "tested" -> new RunEvent.Tested(result(event.object("tested")));
            case "pictured" -> new RunEvent.ScreenshotTaken(screenshot(event.object("pictured"), Optional.empty()));
            case "kept" -> new RunEvent.ArtifactStored(artifact(event.object("kept")));
            case "logged" -> new RunEvent.Logged(event.text("logged"));
            case "moved" -> {
                StoredObject state = event.object("moved");
                yield new RunEvent.StatusChanged(state(
                        RunStatus.valueOf(state.text("status")),
                        state.optionalText("outcome"),
                        state.optionalText("code"),
                        state.optionalText("error")));
            }
            default ->
                throw new IllegalStateException(
                        "not an event of a run: " + event.members().keySet());
        };
    }

    private static Map<String, Object> state(RunState state) {
        return StoredObject.of(
                "status", state.status().name(),
                "outcome", outcome(state),
                "code", error(state).map(error -> error.code().name()),
                "error", error(state).map(RunError::message));
    }

    static Optional<String> outcome(RunState state) {
        return state instanceof RunState.Completed(Outcome outcome) ? Optional.of(outcome.name()) : Optional.empty();
    }

    static Optional<RunError> error(RunState state) {
        return state instanceof RunState.Failed(RunError error) ? Optional.of(error) : Optional.empty();
    }

    static RunState state(RunStatus status, Optional<String> outcome, Optional<String> code, Optional<String> message) {
        return switch (status) {
            case QUEUED -> new RunState.Queued();
            case RUNNING -> new RunState.Running();
            case COMPLETED -> new RunState.Completed(Outcome.valueOf(outcome.orElseThrow()));
            case FAILED ->
                new RunState.Failed(new RunError(RunError.Code.valueOf(code.orElseThrow()), message.orElse("")));
            case CANCELLED -> new RunState.Cancelled();
        };
    }
}
