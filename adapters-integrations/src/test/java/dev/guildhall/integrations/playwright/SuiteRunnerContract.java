package dev.guildhall.integrations.playwright;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.ports.run.Artifact;
import dev.guildhall.ports.run.Baseline;
import dev.guildhall.ports.run.RunError;
import dev.guildhall.ports.run.RunOptions;
import dev.guildhall.ports.run.Screenshot;
import dev.guildhall.ports.run.Screenshot.Verdict;
import dev.guildhall.ports.run.Suite;
import dev.guildhall.ports.run.SuiteRunner;
import dev.guildhall.ports.run.TestName;
import dev.guildhall.ports.run.TestResult;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** How every runner runs real suites in a real browser. */
interface SuiteRunnerContract {
    TestSuites suites();

    private SuiteRunner runner() {
        return suites().runner();
    }

    /** The suite of eight tests, one of whose screenshots shows a word. */
    private void eight(String word, String newBaselines) throws IOException {
        try (InputStream spec = SuiteRunnerContract.class.getResourceAsStream("eight.spec.ts")) {
            suites().with(
                            "eight",
                            Map.of(
                                    "eight.spec.ts",
                                    new String(spec.readAllBytes(), StandardCharsets.UTF_8),
                                    "suite.json",
                                    "{\"env\": {\"WORD\": \"%s\"}, \"newBaselines\": \"%s\"}"
                                            .formatted(word, newBaselines)));
        }
    }

    @Test
    default void eight_tests_are_reported_as_they_went() throws Exception {
        eight("before", "accept");
        Suite first = suites().read("eight");
        Recorded before =
                Recorded.run(runner(), Recorded.assignment(first, only("(equal|changed) screenshot"), List.of()));
        assertThat(before.error).isEmpty();
        assertThat(before.failures()).isEmpty();
        assertThat(before.screenshots.values()).extracting(Screenshot::verdict).containsOnly(Verdict.PASSED);
        List<Baseline> baselines = List.of(before.baseline(first, "equal.png"), before.baseline(first, "changed.png"));
        eight("after", "approve");
        Suite second = suites().find("eight");

        Recorded run = Recorded.run(runner(), Recorded.assignment(second, Recorded.ONE_RETRY, baselines));

        assertThat(run.error).isEmpty();
        assertThat(run.tests.values().stream().map(TestResult::test))
                .containsExactlyInAnyOrderElementsOf(second.tests().orElseThrow());
        assertThat(run.tests.values().stream()
                        .map(test -> test.test().title() + " " + test.status() + " " + test.attempts()))
                .containsExactly(
                        "passes PASSED 1",
                        "fails FAILED 2",
                        "is skipped SKIPPED 1",
                        "equal screenshot PASSED 1",
                        "changed screenshot FAILED 2",
                        "no baseline FAILED 1",
                        "passes on the second attempt FLAKY 2",
                        "hangs FAILED 1");
        assertThat(run.screenshots.values().stream().map(one -> one.key().name() + " " + one.verdict()))
                .containsExactlyInAnyOrder(
                        "equal.png " + Verdict.PASSED,
                        "changed.png " + Verdict.DIFFERENT,
                        "no-baseline-1.png " + Verdict.NO_BASELINE);
        Screenshot changed =
                Optional.ofNullable(run.screenshots.get("changed.png")).orElseThrow();
        assertThat(changed.baseline()).contains(baselines.getLast().image());
        assertThat(changed.image()).isNotEqualTo(baselines.getLast().image());
        assertThat(changed.browserVersion()).matches("\\d+(\\.\\d+)+");
        assertThat(changed.diff().flatMap(diff -> suites().content.find(diff))).isPresent();
        assertThat(run.artifacts.values().stream().map(Artifact::kind))
                .contains(Artifact.Kind.TRACE, Artifact.Kind.PICTURE, Artifact.Kind.LOG, Artifact.Kind.JUNIT);
        assertThat(run.artifacts).containsKey("report/index.html");
        assertThat(Optional.ofNullable(run.tests.get("fails")).orElseThrow().screenshot())
                .isPresent();
        assertNothingIsLeft();
        try (Stream<Path> files = Files.walk(second.directory())) {
            assertThat(files.filter(Files::isRegularFile)
                            .map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("eight.spec.ts", "suite.json");
        }
    }

    private static RunOptions only(String grep) {
        return new RunOptions(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(grep),
                        List.of())
                .or(RunOptions.DEFAULT);
    }

    @Test
    default void a_part_of_a_path_is_no_option_line_or_expression() throws Exception {
        suites().with(
                        "parts",
                        Map.of(
                                "a.-b(1).spec.ts",
                                "import { test } from '@playwright/test';\ntest('wanted', () => {});\n",
                                "a.xb1.spec.ts",
                                "import { test } from '@playwright/test';\ntest('other', () => {});\n"))
                .with("parts", "foreign.config.ts", "throw new Error('foreign');");
        Path outside = Files.createDirectories(suites().folder.resolve("outside"));
        Path kept = Files.writeString(outside.resolve("kept"), "");
        String foreign = suites().folder.resolve("s/parts/foreign.config.ts").toString();

        Recorded run = ofFiles("-b(1)", "--config=" + foreign, "--output=" + outside, "-c", "/xb1/", "xb1.spec.ts:2");

        assertThat(run.error).isEmpty();
        assertThat(run.tests).containsOnlyKeys("wanted");
        assertThat(kept).exists();
    }

    private Recorded ofFiles(String... files) throws Exception {
        RunOptions options = new RunOptions(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        List.of(files))
                .or(RunOptions.DEFAULT);
        return Recorded.run(runner(), Recorded.assignment(suites().read("parts"), options, List.of()));
    }

    private void assertNothingIsLeft() throws IOException {
        assertThat(RunFolder.mark(suites().folder).processes()).isEmpty();
        try (Stream<Path> left = Files.walk(suites().folder.resolve("t"), 2)) {
            assertThat(left.filter(
                            path -> path.getNameCount() == suites().folder.getNameCount() + 3))
                    .isEmpty();
        }
    }

    @Test
    default void a_run_that_is_interrupted_leaves_nothing_behind() throws Exception {
        suites().with("hangs", "hangs.spec.ts", """
            import { test } from '@playwright/test';
            test('hangs', async ({ page }) => { await page.goto('data:text/html,hi'); await page.waitForTimeout(600_000); });
            """);
        Recorded recorded = new Recorded();
        SuiteRunner.Assignment assignment = Recorded.assignment(suites().read("hangs"), RunOptions.DEFAULT, List.of());
        FutureTask<Optional<RunError>> run = new FutureTask<>(() -> runner().run(assignment, recorded::take));
        Thread thread = Thread.ofVirtual().start(run);
        assertThat(recorded.testBegan.await(60, TimeUnit.SECONDS)).isTrue();

        thread.interrupt();

        assertThatThrownBy(run::get)
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(InterruptedException.class);
        assertNothingIsLeft();
    }

    @Test
    default void a_suite_that_cannot_be_loaded_is_invalid() throws Exception {
        suites().with("config", Map.of("playwright.config.ts", "throw new Error('no config today');", "a.spec.ts", ""))
                .with("syntax", "a.spec.ts", "import { test } from '@playwright/test';\ntest('a', async ( => {});\n")
                .with("empty", "a.spec.ts", "import { test } from '@playwright/test';\n");

        for (String name : List.of("config", "syntax", "empty")) {
            Recorded run =
                    Recorded.run(runner(), Recorded.assignment(suites().read(name), RunOptions.DEFAULT, List.of()));

            assertThat(run.error.map(RunError::code)).as(name).contains(RunError.Code.SUITE_INVALID);
        }
        assertThat(suites().find("config").error().orElseThrow()).contains("no config today");
        assertThat(suites().find("syntax").error().orElseThrow()).contains("SyntaxError");
    }

    @Test
    default void playwright_counts_the_tests_of_the_shipped_suite_as_the_server_does() throws Exception {
        Path shipped = suites().folder.resolve("s/smoke");
        ShippedSuites.copyTo(shipped.getParent());
        List<TestName> tests = ShippedSuites.tests(shipped).orElseThrow();

        suites().with("smoke", "more.txt", "");

        assertThat(ShippedSuites.tests(shipped)).isEmpty();
        assertThat(suites().find("smoke").error()).isEmpty();
        assertThat(suites().find("smoke").tests()).contains(tests);
        // Another test runs the suite as it was shipped.
        Files.delete(shipped.resolve("more.txt"));
    }

    @Test
    default void tests_reach_the_target_and_do_not_see_the_servers_environment() throws Exception {
        suites().with("target", "a.spec.ts", """
            import { test, expect } from '@playwright/test';
            test('by a page', async ({ page, baseURL }) => {
              await page.goto('a/b?c=d#e');
              const host = new URL(process.env.TARGET_URL!).host;
              await expect(page.locator('p')).toHaveText(`GET /a/b?c=d ${host} `);
              const sent = await page.evaluate(() => fetch('/p', { method: 'POST', body: 'x'.repeat(100_000) }).then(r => r.text()));
              expect(sent).toContain('POST /p');
              expect(sent.length).toBeGreaterThan(100_000);
            });
            test('by the request fixture', async ({ request }) => {
              expect(await (await request.put('p', { data: 'body' })).text()).toContain('PUT /p');
            });
            test('environment', () => { expect(Object.keys(process.env).sort().join(' ')).toBe('nothing'); });
            """);

        try (Target target = new Target()) {
            Recorded run = Recorded.run(
                    runner(),
                    Recorded.assignment(
                            suites().read("target"), target.address(), RunOptions.DEFAULT, List.of(), List.of()));

            assertThat(run.error).isEmpty();
            assertThat(run.failures()).containsOnlyKeys("environment");
            assertThat(run.tests).hasSize(3);
            assertThat(run.error("environment"))
                    .contains("TARGET_URL")
                    .doesNotContain("GUILDHALL_TEST", "GUILDHALL_DATABASE", "JAVA", "USER");
        }
    }
}
