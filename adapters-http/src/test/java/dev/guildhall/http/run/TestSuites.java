package dev.guildhall.http.run;

import dev.guildhall.core.Parts;
import dev.guildhall.core.inmemory.InMemoryBlobStore;
import dev.guildhall.core.inmemory.defaults.SystemTime;
import dev.guildhall.ports.run.Artifact;
import dev.guildhall.ports.run.Baseline;
import dev.guildhall.ports.run.BlobStore;
import dev.guildhall.ports.run.Browser;
import dev.guildhall.ports.run.RunError;
import dev.guildhall.ports.run.RunEvent;
import dev.guildhall.ports.run.RunOptions;
import dev.guildhall.ports.run.Screenshot;
import dev.guildhall.ports.run.Screenshot.Verdict;
import dev.guildhall.ports.run.Sha256;
import dev.guildhall.ports.run.Suite;
import dev.guildhall.ports.run.SuiteName;
import dev.guildhall.ports.run.SuiteRunner.Assignment;
import dev.guildhall.ports.run.TestName;
import dev.guildhall.ports.run.TestResult;
import dev.guildhall.ports.run.TestStatus;
import dev.guildhall.testkit.ScriptedSuites;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/** Suites without a browser, with all kinds of content. */
public final class TestSuites {
    /** A suite whose runs have every kind of test, screenshot and file, and end at once. */
    public static final String SHOP = "shop";

    /** A suite whose runs pass two of three tests and then wait until the test releases them. */
    static final String BLOCKING = "blocking";

    /** A suite that cannot be loaded. */
    static final String BROKEN = "broken";
    /** A suite whose tests have not been counted yet. */
    static final String UNCOUNTED = "uncounted";

    /** A host that runs may not reach. */
    static final String INNER = "inner.example";

    static final String FILE = "shop.spec.ts";
    public static final byte[] PNG = screenshot("\u0089PNG\r\n\u001a\n", "a picture");
    static final byte[] DIFFERENT = screenshot("\u0089PNG\r\n\u001a\n", "another picture");
    static final byte[] DIFF = screenshot("\u00ff\u00d8\u00ff", "a difference");
    static final byte[] WEBP = screenshot("RIFF\0\0\0\0WEBP", "a picture of a failure");
    static final byte[] VIDEO = "0123456789".repeat(10_000).getBytes(StandardCharsets.US_ASCII);
    static final String PAGE = "<script>fetch('/api/v1/runs')</script>";

    /** A suite whose runs compare {@link #shown} with the suite's baseline. */
    static final String STYLES = "styles";

    private static final String VERSION = "143.0";

    /** The screenshot that the browser shows in runs of {@link #STYLES}. */
    volatile byte[] shown = PNG;

    /** The name of the screenshot in its test. */
    volatile String name = "page.png";

    /** The version of its browser. */
    volatile String version = VERSION;

    final BlobStore blobs = new InMemoryBlobStore(SystemTime.CLOCK);
    final Semaphore entered = new Semaphore(0);
    final Semaphore permits = new Semaphore(0);
    private final ScriptedSuites suites = ScriptedSuites.empty()
            .with(suite(SHOP, Optional.empty()), this::shop)
            .with(suite(BLOCKING, Optional.empty()), this::blocking)
            .with(suite(UNCOUNTED, Optional.empty(), Optional.empty()), this::blocking)
            .with(suite(STYLES, Optional.empty()), this::styles)
            .with(
                    suite(BROKEN, Optional.of("SyntaxError: unexpected token")),
                    (assignment, events) -> Optional.empty());

    public Parts install(Parts parts) {
        suites.refusing(
                target -> target.getHost().equals(INNER) ? Optional.of("is an inner address") : Optional.empty());
        return parts.suites(suites).runner(suites).blobs(blobs);
    }

    private static byte[] screenshot(String magic, String rest) {
        return (magic + rest).getBytes(StandardCharsets.ISO_8859_1);
    }

    static Suite suite(String name, Optional<String> error) {
        List<TestName> tests = error.isPresent()
                ? List.of()
                : List.of("buys", "pays", "ships", "returns").stream()
                        .map(TestSuites::test)
                        .toList();
        return suite(name, Optional.of(tests), error);
    }

    private static Suite suite(String name, Optional<List<TestName>> tests, Optional<String> error) {
        return new Suite(
                new SuiteName(name),
                Path.of("/suites", name),
                "The " + name,
                List.<Browser>of(),
                Map.of(),
                Optional.empty(),
                RunOptions.NONE,
                false,
                tests,
                error);
    }

    static TestName test(String title) {
        return new TestName("chromium", FILE, title);
    }

    public static Sha256 digest(byte[] content) {
        return Sha256.of(content);
    }

    private Sha256 kept(byte[] content) {
        return blobs.put(new ByteArrayInputStream(content), content.length).content();
    }

    private static RunEvent tested(String title, TestStatus status, int attempts) {
        return new RunEvent.Tested(new TestResult(
                test(title), status, attempts, Duration.ofMillis(100L * attempts), Optional.empty(), Optional.empty()));
    }

    private Optional<RunError> shop(Assignment assignment, Consumer<RunEvent> events) {
        List<TestName> tests = assignment.request().only().isEmpty()
                ? suite(SHOP, Optional.empty()).tests().orElseThrow()
                : assignment.request().only();
        events.accept(new RunEvent.Planned("linux", tests));
        events.accept(new RunEvent.Logged("Running 4 tests\n"));
        List<RunEvent> all = new ArrayList<>();
        all.add(tested("buys", TestStatus.PASSED, 1));
        all.add(new RunEvent.Tested(new TestResult(
                test("pays"),
                TestStatus.FAILED,
                1,
                Duration.ofMillis(100),
                Optional.of("Error: expected 1"),
                Optional.of(kept(WEBP)))));
        all.add(tested("ships", TestStatus.FLAKY, 2));
        all.add(tested("returns", TestStatus.SKIPPED, 0));
        all.stream()
                .filter(event -> event instanceof RunEvent.Tested(TestResult result) && tests.contains(result.test()))
                .forEach(events);
        screenshots(events);
        files(events);
        return Optional.empty();
    }

    private void screenshots(Consumer<RunEvent> events) {
        Sha256 png = kept(PNG);
        events.accept(screenshot("same.png", Verdict.PASSED, png, Optional.of(png), Optional.empty()));
        events.accept(screenshot("home.png", Verdict.NO_BASELINE, png, Optional.empty(), Optional.empty()));
        events.accept(
                screenshot("a b.png", Verdict.DIFFERENT, kept(DIFFERENT), Optional.of(png), Optional.of(kept(DIFF))));
        events.accept(screenshot("seen.png", Verdict.ATTACHED, png, Optional.empty(), Optional.empty()));
    }

    static RunEvent screenshot(
            String name, Verdict verdict, Sha256 image, Optional<Sha256> baseline, Optional<Sha256> diff) {
        return new RunEvent.ScreenshotTaken(new Screenshot(
                new Screenshot.Key("chromium", FILE, name),
                name,
                test("buys"),
                verdict,
                image,
                baseline,
                diff,
                VERSION,
                Optional.empty()));
    }

    private Optional<RunError> styles(Assignment assignment, Consumer<RunEvent> events) {
        events.accept(new RunEvent.Planned("linux", List.of(test("buys"))));
        events.accept(tested("buys", TestStatus.PASSED, 1));
        Sha256 image = kept(shown);
        Optional<Sha256> baseline =
                assignment.baselines().stream().map(Baseline::image).findFirst();
        Verdict verdict = baseline.isEmpty()
                ? Verdict.NO_BASELINE
                : baseline.get().equals(image) ? Verdict.PASSED : Verdict.DIFFERENT;
        Optional<Sha256> diff = verdict == Verdict.DIFFERENT ? Optional.of(kept(DIFF)) : Optional.empty();
        events.accept(new RunEvent.ScreenshotTaken(new Screenshot(
                new Screenshot.Key("chromium", FILE, name),
                name,
                test("buys"),
                verdict,
                image,
                baseline,
                diff,
                version,
                Optional.empty())));
        return Optional.empty();
    }

    private void files(Consumer<RunEvent> events) {
        events.accept(file("buys/trace.zip", Artifact.Kind.TRACE, "application/zip", "PK"));
        events.accept(file("buys/page.html", Artifact.Kind.ATTACHMENT, "text/html", PAGE));
        events.accept(file("buys/a \"b\".svg", Artifact.Kind.ATTACHMENT, "image/svg+xml", "<svg/>"));
        events.accept(file("buys/odd", Artifact.Kind.ATTACHMENT, "text/html\r\nSet-Cookie: a=b", PAGE));
        events.accept(file("run.log", Artifact.Kind.LOG, "Text/Plain; charset=utf-8", "all went well"));
        events.accept(file("report/index.html", Artifact.Kind.REPORT, "text/html", PAGE));
        events.accept(file("report/data/1.html", Artifact.Kind.REPORT, "text/html", PAGE));
        events.accept(file("report/trace/sw.js", Artifact.Kind.REPORT, "text/plain", "1"));
        events.accept(file("empty.txt", Artifact.Kind.ATTACHMENT, "text/plain", ""));
        events.accept(file(
                "buys/video.webm", Artifact.Kind.VIDEO, "video/webm", new String(VIDEO, StandardCharsets.US_ASCII)));
    }

    private RunEvent file(String name, Artifact.Kind kind, String type, String content) {
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        return new RunEvent.ArtifactStored(
                new Artifact(name, kind, type, bytes.length, kept(bytes), Optional.of(test("buys"))));
    }

    private Optional<RunError> blocking(Assignment assignment, Consumer<RunEvent> events) throws InterruptedException {
        events.accept(new RunEvent.Planned("linux", List.of(test("buys"), test("pays"), test("ships"))));
        events.accept(tested("buys", TestStatus.PASSED, 1));
        events.accept(tested("pays", TestStatus.PASSED, 1));
        events.accept(tested("ships", TestStatus.RUNNING, 1));
        events.accept(screenshot("home.png", Verdict.NO_BASELINE, kept(PNG), Optional.empty(), Optional.empty()));
        entered.release();
        permits.acquire();
        events.accept(tested("ships", TestStatus.PASSED, 1));
        return Optional.empty();
    }
}
