package dev.guildhall.persistence.run;

import dev.guildhall.persistence.db.StoredJson;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes requests, results and events of test runs as JSON, and reads them. */
final class StoredRunJson {
    private StoredRunJson() {}

    /** Omits absent values. */
    private static Map<String, Object> object(Object... namesAndValues) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            String name = (String) namesAndValues[i];
            if (namesAndValues[i + 1] instanceof Optional<?> optional) {
                optional.ifPresent(value -> object.put(name, value));
            } else {
                object.put(name, namesAndValues[i + 1]);
            }
        }
        return object;
    }

    private static String text(Map<?, ?> object, String name) {
        return (String) StoredJson.member(object, name);
    }

    private static Optional<String> optionalText(Map<?, ?> object, String name) {
        return Optional.ofNullable((String) object.get(name));
    }

    private static Optional<Integer> optionalInt(Map<?, ?> object, String name) {
        return Optional.ofNullable((Number) object.get(name)).map(Number::intValue);
    }

    private static Duration millis(Map<?, ?> object, String name) {
        return Duration.ofMillis(((Number) StoredJson.member(object, name)).longValue());
    }

    private static Map<?, ?> member(Map<?, ?> object, String name) {
        return (Map<?, ?>) StoredJson.member(object, name);
    }

    private static List<?> list(Map<?, ?> object, String name) {
        return (List<?>) StoredJson.member(object, name);
    }

    static String write(RunRequest request) {
        RunOptions options = request.options();
        return StoredJson.write(object(
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
        Map<String, Object> request = StoredJson.readObject(json);
        return new RunRequest(
                new SuiteName(text(request, "suite")),
                URI.create(text(request, "target")),
                list(request, "browsers").stream()
                        .map(name -> Browser.valueOf((String) name))
                        .toList(),
                new RunOptions(
                        optionalInt(request, "retries"),
                        optionalInt(request, "timeout").map(Duration::ofMillis),
                        optionalInt(request, "workers"),
                        optionalInt(request, "runTimeout").map(Duration::ofMillis),
                        optionalText(request, "grep"),
                        list(request, "files").stream().map(String.class::cast).toList()),
                list(request, "only").stream().map(one -> test((Map<?, ?>) one)).toList());
    }

    private static Map<String, Object> test(TestName test) {
        return object("project", test.project(), "file", test.file(), "title", test.title());
    }

    private static TestName test(Map<?, ?> test) {
        return new TestName(text(test, "project"), text(test, "file"), text(test, "title"));
    }

    static String write(TestResult result) {
        return StoredJson.write(result(result));
    }

    private static Map<String, Object> result(TestResult result) {
        return object(
                "test", test(result.test()),
                "status", result.status().name(),
                "attempts", result.attempts(),
                "durationMs", result.duration().toMillis(),
                "error", result.error(),
                "picture", result.picture().map(Sha256::value));
    }

    static TestResult result(String json) {
        return result(StoredJson.readObject(json));
    }

    private static TestResult result(Map<?, ?> result) {
        return new TestResult(
                test(member(result, "test")),
                TestStatus.valueOf(text(result, "status")),
                optionalInt(result, "attempts").orElse(0),
                millis(result, "durationMs"),
                optionalText(result, "error"),
                optionalText(result, "picture").map(Sha256::new));
    }

    static String write(Screenshot screenshot) {
        return StoredJson.write(screenshot(screenshot));
    }

    private static Map<String, Object> screenshot(Screenshot screenshot) {
        return object(
                "project", screenshot.key().project(),
                "file", screenshot.key().file(),
                "name", screenshot.key().name(),
                "test", test(screenshot.test()),
                "verdict", screenshot.verdict().name(),
                "image", screenshot.image().value(),
                "baseline", screenshot.baseline().map(Sha256::value),
                "diff", screenshot.diff().map(Sha256::value),
                "browserVersion", screenshot.browserVersion());
    }

    static Screenshot screenshot(String json, Optional<String> approval) {
        return screenshot(StoredJson.readObject(json), approval.map(StoredRunJson::approval));
    }

    private static Screenshot screenshot(Map<?, ?> screenshot, Optional<Screenshot.Approval> approval) {
        return new Screenshot(
                new Screenshot.Key(text(screenshot, "project"), text(screenshot, "file"), text(screenshot, "name")),
                test(member(screenshot, "test")),
                Screenshot.Verdict.valueOf(text(screenshot, "verdict")),
                new Sha256(text(screenshot, "image")),
                optionalText(screenshot, "baseline").map(Sha256::new),
                optionalText(screenshot, "diff").map(Sha256::new),
                text(screenshot, "browserVersion"),
                approval);
    }

    static String write(Screenshot.Approval approval) {
        return StoredJson.write(object(
                "at", approval.at().toString(),
                "by", approval.by().value(),
                "previous", approval.previous().map(Sha256::value)));
    }

    private static Screenshot.Approval approval(String json) {
        Map<String, Object> approval = StoredJson.readObject(json);
        return new Screenshot.Approval(
                Instant.parse(text(approval, "at")),
                new UserId(text(approval, "by")),
                optionalText(approval, "previous").map(Sha256::new));
    }

    static String write(Artifact artifact) {
        return StoredJson.write(artifact(artifact));
    }

    private static Map<String, Object> artifact(Artifact artifact) {
        return object(
                "name", artifact.name(),
                "kind", artifact.kind().name(),
                "contentType", artifact.contentType(),
                "size", artifact.size(),
                "content", artifact.content().value(),
                "test", artifact.test().map(StoredRunJson::test));
    }

    static Artifact artifact(String json) {
        return artifact(StoredJson.readObject(json));
    }

    private static Artifact artifact(Map<?, ?> artifact) {
        return new Artifact(
                text(artifact, "name"),
                Artifact.Kind.valueOf(text(artifact, "kind")),
                text(artifact, "contentType"),
                ((Number) StoredJson.member(artifact, "size")).longValue(),
                new Sha256(text(artifact, "content")),
                Optional.ofNullable((Map<?, ?>) artifact.get("test")).map(StoredRunJson::test));
    }

    static String write(RunEvent event) {
        return StoredJson.write(
                switch (event) {
                    case RunEvent.Planned planned ->
                        object(
                                "planned", planned.platform(),
                                "tests",
                                        planned.tests().stream()
                                                .map(StoredRunJson::test)
                                                .toList());
                    case RunEvent.Tested(TestResult result) -> object("tested", result(result));
                    case RunEvent.Pictured(Screenshot screenshot) -> object("pictured", screenshot(screenshot));
                    case RunEvent.Kept(Artifact artifact) -> object("kept", artifact(artifact));
                    case RunEvent.Logged(String text) -> object("logged", text);
                    case RunEvent.Moved(RunState state) -> object("moved", state(state));
                });
    }

    static RunEvent event(String json) {
        Map<String, Object> event = StoredJson.readObject(json);
        return switch (event.keySet().iterator().next()) {
            case "planned" ->
                new RunEvent.Planned(
                        text(event, "planned"),
                        list(event, "tests").stream()
                                .map(one -> test((Map<?, ?>) one))
                                .toList());
            case "tested" -> new RunEvent.Tested(result(member(event, "tested")));
            case "pictured" -> new RunEvent.Pictured(screenshot(member(event, "pictured"), Optional.empty()));
            case "kept" -> new RunEvent.Kept(artifact(member(event, "kept")));
            case "logged" -> new RunEvent.Logged(text(event, "logged"));
            case "moved" -> {
                Map<?, ?> state = member(event, "moved");
                yield new RunEvent.Moved(state(
                        RunStatus.valueOf(text(state, "status")),
                        optionalText(state, "outcome"),
                        optionalText(state, "code"),
                        optionalText(state, "error")));
            }
            default -> throw new IllegalStateException("not an event of a run: " + event.keySet());
        };
    }

    private static Map<String, Object> state(RunState state) {
        return object(
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
