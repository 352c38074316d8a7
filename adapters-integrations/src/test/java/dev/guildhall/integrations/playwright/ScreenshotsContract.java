package dev.guildhall.integrations.playwright;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.run.Baseline;
import dev.guildhall.ports.run.RunOptions;
import dev.guildhall.ports.run.Screenshot;
import dev.guildhall.ports.run.Screenshot.Verdict;
import dev.guildhall.ports.run.Suite;
import dev.guildhall.ports.run.TestName;
import dev.guildhall.ports.run.TestStatus;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Every runner compares screenshots with their baselines, in the same way in tests that share a baseline. */
interface ScreenshotsContract {
    /** A comparison with another screenshot fails only after its timeout. */
    String PAGE = """
        import { test, expect as configured } from '@playwright/test';
        const expect = configured.configure({ timeout: process.env.COLOUR === 'red' ? 2_000 : 20_000 });
        test.use({ viewport: { width: 120, height: 80 } });
        test.beforeEach(({ page }) => page.setContent(`<body style="background: ${process.env.COLOUR}">`));
        """;

    TestSuites suites();

    /** Several workers: a comparison that fails mostly waits. */
    default Recorded run(String suite, String colour, List<Baseline> baselines) throws Exception {
        suites().with(
                        suite,
                        "suite.json",
                        "{\"env\": {\"COLOUR\": \"" + colour + "\"}, \"defaults\": {\"workers\": 2}}");
        return Recorded.run(suites().runner(), Recorded.assignment(suites().read(suite), RunOptions.NONE, baselines));
    }

    /** A run without baselines, one after its screenshots were approved, and one whose pages differ. */
    default List<Recorded> runs(String suite) throws Exception {
        Recorded first = run(suite, "white", List.of());
        List<Baseline> approved = first.baselines(suites().read(suite));
        return List.of(first, run(suite, "white", approved), run(suite, "red", approved));
    }

    /** The screenshots of a project in the three runs. */
    static void assertVerdicts(List<Recorded> runs, String project, List<String> names) {
        List<Verdict> verdicts = new ArrayList<>(List.of(Verdict.NO_BASELINE, Verdict.PASSED, Verdict.DIFFERENT));
        for (Recorded run : runs) {
            Verdict verdict = verdicts.removeFirst();
            assertThat(run.error).isEmpty();
            List<Screenshot> screenshots = run.screenshots.values().stream()
                    .filter(screenshot -> screenshot.key().project().equals(project))
                    .toList();
            assertThat(screenshots).extracting(Screenshot::name).containsExactlyInAnyOrderElementsOf(names);
            assertThat(screenshots).extracting(Screenshot::verdict).containsOnly(verdict);
            assertThat(run.tests.values())
                    .filteredOn(test -> test.test().project().equals(project))
                    .isNotEmpty()
                    .allMatch(test -> (test.status() == TestStatus.PASSED) == (verdict == Verdict.PASSED));
        }
    }

    @Test
    default void a_baseline_of_several_tests_has_the_worst_verdict() throws Exception {
        suites().with("shared", "a.spec.ts", PAGE + """
            test('one', async ({ page }) => { await expect(page).toHaveScreenshot('page.png'); });
            test('two', async ({ page }) => {
              if (process.env.COLOUR === 'red') await page.setContent('<body style="background: white">');
              await expect(page).toHaveScreenshot('page.png');
            });
            """);

        List<Recorded> runs = runs("shared");

        assertThat(runs).allMatch(run -> run.screenshots.keySet().equals(Set.of("page.png")));
        assertThat(runs.stream().map(run -> run.screenshots.get("page.png").verdict()))
                .containsExactly(Verdict.NO_BASELINE, Verdict.PASSED, Verdict.DIFFERENT);
        assertThat(runs.getLast().status("one")).isEqualTo(TestStatus.FAILED);
        assertThat(runs.getLast().status("two")).isEqualTo(TestStatus.PASSED);
        assertThat(runs.getLast().screenshots.get("page.png").test().title()).isEqualTo("one");
    }

    @Test
    default void baselines_of_the_shipped_suite_belong_to_the_target() throws Exception {
        ShippedSuites.copyTo(suites().folder.resolve("s"));
        Suite smoke = suites().read("smoke");
        try (Target target = new Target()) {
            URI one = target.address().resolve("/one");
            Recorded first = smoke(smoke, one, List.of(), List.of());
            List<Baseline> approved = first.baselines(smoke);
            List<TestName> compares =
                    List.of(first.screenshots.values().iterator().next().test());

            Recorded again = smoke(smoke, URI.create(one + "?other"), compares, approved);
            Recorded other = smoke(smoke, target.address().resolve("/two"), compares, approved);

            assertThat(first.tests).hasSize(4);
            assertThat(first.screenshots.values())
                    .singleElement()
                    .satisfies(screenshot -> assertThat(screenshot.key().name()).isEqualTo(one + "#page.png"));
            assertThat(again.screenshots.get("page.png").baseline())
                    .contains(approved.getFirst().image());
            assertThat(other.screenshots.get("page.png").verdict()).isEqualTo(Verdict.NO_BASELINE);
        }
    }

    private Recorded smoke(Suite smoke, URI target, List<TestName> only, List<Baseline> baselines)
            throws InterruptedException {
        return Recorded.run(suites().runner(), Recorded.assignment(smoke, target, RunOptions.DEFAULT, only, baselines));
    }
}
