package dev.guildhall.integrations.playwright;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.run.Artifact;
import dev.guildhall.ports.run.BlobStore;
import dev.guildhall.ports.run.RunError;
import dev.guildhall.ports.run.RunEvent;
import dev.guildhall.ports.run.Screenshot;
import dev.guildhall.ports.run.Sha256;
import dev.guildhall.ports.run.TestName;
import dev.guildhall.ports.run.TestResult;
import dev.guildhall.ports.run.TestStatus;
import dev.guildhall.wire.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Reads the lines that the reporter writes while the run goes on, stores the files that they name, and reports their
 * events. For one run; used by one thread.
 */
final class RunEventReader implements AutoCloseable {
    private static final int MOST_TESTS = 20_000;
    private static final int MOST_ERRORS = 20;
    private static final int MOST_REPORT_FILES = 5_000;
    /** The most characters of the name of an attached screenshot. */
    private static final int MOST_OF_ATTACHMENT = 200;

    /** The largest size of the results in XML, in bytes: they contain the output of the tests. */
    private static final long MOST_JUNIT = 64L * 1024 * 1024;

    private static final String CUT = "[the report and junit.xml have the first " + TestProcess.MOST_PRINTED
            + " characters that the tests printed]\n";
    private final RunFolder folder;
    private final EventFile file;
    private final RunContent content;
    private final ServerPaths paths;
    private final Consumer<RunEvent> events;
    private final List<TestName> tests = new ArrayList<>();
    private final Map<Integer, Sha256> screenshots = new HashMap<>();
    private final Set<String> errors = new LinkedHashSet<>();
    private Optional<RunError> failure = Optional.empty();
    private final ScreenshotNaming naming = new ScreenshotNaming();
    private int attachments;
    private boolean planned;
    private boolean finished;
    private boolean reported;

    /**
     * Reads the events of a run.
     *
     * @param paths are not in the events, nor in the texts that are stored
     */
    RunEventReader(RunFolder folder, BlobStore blobs, ServerPaths paths, Consumer<RunEvent> events) throws IOException {
        this.folder = folder;
        this.file = new EventFile(folder.events());
        this.content =
                new RunContent(blobs, RunContent.Bounds.DEFAULT, text -> events.accept(new RunEvent.Logged(text)));
        this.paths = paths;
        this.events = event -> events.accept(paths.hide(event));
    }

    /**
     * Reads the lines that are complete.
     *
     * @throws RunFailed when the reporter cannot have written them, or they exceed the limits
     */
    void read() throws IOException, RunFailed {
        for (Optional<String> line = file.next(); line.isPresent(); line = file.next()) {
            take(line.get());
        }
    }

    private void take(String line) throws IOException, RunFailed {
        try {
            take(Json.LENIENT.readTree(line));
        } catch (JsonProcessingException | IllegalArgumentException malformed) {
            throw unknown("a line that is not an event");
        }
    }

    private static RunFailed unknown(String what) {
        return new RunFailed(RunError.Code.RUNNER_CRASHED, "the reporter of the run wrote " + what);
    }

    private void take(JsonNode event) throws IOException, RunFailed {
        switch (event.path("type").asText()) {
            case "planned" -> plan(event);
            case "started", "repeated" ->
                report(event, TestStatus.RUNNING, event.path("attempt").asInt());
            case "ended" ->
                report(
                        event,
                        TestStatus.valueOf(event.path("status").asText()),
                        event.path("attempts").asInt());
            case "picture" -> screenshot(event);
            case "attached" -> attached(event);
            case "error" -> error(event);
            case "finished" -> {
                finished = !event.path("status").asText().equals("interrupted");
                reported = event.path("reported").asBoolean();
                if (event.path("isCut").asBoolean()) {
                    events.accept(new RunEvent.Logged(CUT));
                }
            }
            default -> throw unknown("an unknown event");
        }
    }

    private void plan(JsonNode event) throws RunFailed {
        for (JsonNode test : event.path("tests")) {
            tests.add(new TestName(
                    test.path("project").asText(),
                    test.path("file").asText(),
                    test.path("title").asText()));
        }
        if (tests.size() > MOST_TESTS) {
            throw new RunFailed(
                    RunError.Code.SUITE_INVALID,
                    "the suite has more than " + MOST_TESTS + " tests, those of all browsers counted");
        }
        planned = true;
        naming.plan(tests);
        events.accept(new RunEvent.Planned(event.path("platform").asText(), List.copyOf(new LinkedHashSet<>(tests))));
    }

    private TestName test(JsonNode event) throws RunFailed {
        int number = event.path("test").asInt(-1);
        if (number < 0 || number >= tests.size()) {
            throw unknown("an event of an unknown test");
        }
        return tests.get(number);
    }

    private void report(JsonNode event, TestStatus status, int attempts) throws RunFailed {
        events.accept(new RunEvent.Tested(new TestResult(
                test(event),
                status,
                attempts,
                Duration.ofMillis(event.path("duration").asLong()),
                event.hasNonNull("error") ? Optional.of(event.path("error").asText()) : Optional.empty(),
                status == TestStatus.FAILED
                        ? Optional.ofNullable(screenshots.get(event.path("test").asInt()))
                        : Optional.empty())));
    }

    private void screenshot(JsonNode event) throws IOException, RunFailed {
        Optional<BlobStore.Blob> image = keep(event, "image");
        if (image.isEmpty()) {
            return;
        }
        TestName test = test(event);
        Screenshot.Key key = new Screenshot.Key(
                test.project(), event.path("file").asText(), event.path("name").asText());
        if (key.name().length() > Screenshot.Key.MAX_NAME) {
            events.accept(new RunEvent.Logged(
                    "[a picture whose path has more than " + Screenshot.Key.MAX_NAME + " characters is not kept]\n"));
            return;
        }
        Screenshot.Verdict verdict =
                Screenshot.Verdict.valueOf(event.path("verdict").asText());
        if (verdict == Screenshot.Verdict.DIFFERENT || verdict == Screenshot.Verdict.NO_BASELINE) {
            screenshots.put(event.path("test").asInt(), image.get().content());
        }
        events.accept(new RunEvent.ScreenshotTaken(new Screenshot(
                key,
                naming.compared(key),
                test,
                verdict,
                image.get().content(),
                keep(event, "baseline").map(BlobStore.Blob::content),
                keep(event, "diff").map(BlobStore.Blob::content),
                event.path("browserVersion").asText(),
                Optional.empty())));
    }

    /** The last segment of a path, without invisible characters. */
    private static String name(String path, int most) {
        return shown(path.replaceAll(".*[/\\\\]", ""), most);
    }

    private static String shown(String text, int most) {
        String name = text.replaceAll("\\p{Cntrl}", "");
        String cut = name.length() <= most ? name : name.substring(name.length() - most);
        return cut.isBlank() ? "unnamed" : cut;
    }

    private Optional<BlobStore.Blob> keep(JsonNode event, String field) throws IOException {
        return event.hasNonNull(field) ? keep(event.path(field).asText(), UnaryOperator.identity()) : Optional.empty();
    }

    private Optional<BlobStore.Blob> keep(String file, UnaryOperator<InputStream> change) throws IOException {
        Optional<Path> own = folder.own(file);
        return own.isPresent() ? content.keep(own.get(), change) : Optional.empty();
    }

    private UnaryOperator<InputStream> changeOf(String type) {
        return type.startsWith("text/") ? paths::hide : UnaryOperator.identity();
    }

    private void attached(JsonNode event) throws IOException, RunFailed {
        String type = event.path("contentType").asText("application/octet-stream");
        Optional<BlobStore.Blob> kept = keep(event.path("file").asText(), changeOf(type));
        if (kept.isEmpty()) {
            return;
        }
        TestName test = test(event);
        Artifact.Kind kind = Artifact.Kind.valueOf(event.path("kind").asText());
        String place = "test-" + event.path("test").asInt() + "/" + ++attachments + "-";
        if (kind == Artifact.Kind.PICTURE) {
            screenshots.putIfAbsent(event.path("test").asInt(), kept.get().content());
        }
        if (kind == Artifact.Kind.ATTACHMENT && type.startsWith("image/")) {
            String name = name(event.path("name").asText(), MOST_OF_ATTACHMENT);
            events.accept(new RunEvent.ScreenshotTaken(new Screenshot(
                    new Screenshot.Key(test.project(), test.file(), place + name),
                    naming.attached(test.project(), name),
                    test,
                    Screenshot.Verdict.ATTACHED,
                    kept.get().content(),
                    Optional.empty(),
                    Optional.empty(),
                    event.path("browserVersion").asText(),
                    Optional.empty())));
            return;
        }
        String file = name(event.path("file").asText(), 100);
        kept(kind, place + file, type, kept.get(), Optional.of(test));
    }

    private void kept(Artifact.Kind kind, String name, String type, BlobStore.Blob content, Optional<TestName> test) {
        events.accept(
                new RunEvent.ArtifactStored(new Artifact(name, kind, type, content.size(), content.content(), test)));
    }

    /**
     * Stores the output, and the files that are written at the end of the run: the report and the results in XML. When
     * the end of the run was not reported, or the disk was full, these files may be incomplete.
     */
    void keepReport() throws IOException {
        keepAs(folder.log(), "run.log", Artifact.Kind.LOG, "text/plain; charset=utf-8");
        if (!reported) {
            return;
        }
        Optional<Path> junit = folder.own(folder.junit().toString());
        Optional<BlobStore.Blob> results =
                junit.isPresent() ? content.keep(junit.get(), paths::hide, MOST_JUNIT) : Optional.empty();
        results.ifPresent(blob -> kept(Artifact.Kind.JUNIT, "junit.xml", "application/xml", blob, Optional.empty()));
        for (Path file : folder.reportFiles(MOST_REPORT_FILES)) {
            String name =
                    "report/" + folder.report().relativize(file).toString().replace('\\', '/');
            if (name.length() <= Artifact.MAX_NAME) {
                keepAs(file, name, Artifact.Kind.REPORT, MediaTypes.of(name));
            }
        }
    }

    private void keepAs(Path file, String name, Artifact.Kind kind, String type) throws IOException {
        keep(file.toString(), changeOf(type)).ifPresent(blob -> kept(kind, name, type, blob, Optional.empty()));
    }

    private void error(JsonNode event) {
        String message = Text.beginning(event.path("message").asText(), TestResult.MAX_ERROR);
        if (errors.size() < MOST_ERRORS) {
            errors.add(message);
        }
        if (event.hasNonNull("code") && failure.isEmpty()) {
            failure = Optional.of(
                    new RunError(RunError.Code.valueOf(event.path("code").asText()), message));
        }
    }

    /** The tests that the reporter has named. */
    List<TestName> tests() {
        return List.copyOf(tests);
    }

    /** Playwright's message when the suite could not be loaded; empty when it was loaded. */
    Optional<String> loadError() {
        return errors.isEmpty() ? Optional.empty() : Optional.of(String.join("\n\n", errors));
    }

    /**
     * Why the run could not test everything, after its process has ended.
     *
     * @param process the process
     * @param printed the end of its output
     */
    Optional<RunError> failure(TestProcess process, String printed) {
        if (failure.isPresent()) {
            return failure;
        }
        if (tests.isEmpty() && !process.wasKilled()) {
            String why = loadError().orElse(planned ? "the suite has no test to run" : printed);
            return Optional.of(new RunError(RunError.Code.SUITE_INVALID, why));
        }
        if (!finished) {
            return Optional.of(new RunError(
                    RunError.Code.RUNNER_CRASHED,
                    "the runner ended with exit code " + process.exitCode() + " before the tests did"
                            + (printed.isEmpty() ? "" : ": " + printed)));
        }
        return Optional.empty();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
