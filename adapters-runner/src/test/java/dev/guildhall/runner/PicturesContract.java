package dev.guildhall.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.run.Baseline;
import dev.guildhall.ports.run.RunOptions;
import dev.guildhall.ports.run.Screenshot;
import dev.guildhall.ports.run.Screenshot.Verdict;
import dev.guildhall.ports.run.Suite;
import dev.guildhall.ports.run.TestStatus;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Every runner knows pictures by the paths of their snapshots, however tests name and describe them. */
interface PicturesContract {
    String PAGE = """
        import { test, expect } from '@playwright/test';
        test.use({ viewport: { width: 120, height: 80 } });
        test.beforeEach(({ page }) => page.setContent(`<body style="background: ${process.env.COLOUR}">`));
        """;

    TestSuites suites();

    private Recorded run(String suite, String colour, List<Baseline> baselines) throws Exception {
        suites().with(suite, "suite.json", "{\"env\": {\"COLOUR\": \"" + colour + "\"}}");
        return Recorded.run(
                suites().runner(), Recorded.assignment(suites().read(suite), RunOptions.DEFAULT, baselines));
    }

    /** A run without baselines, one after its pictures were approved, and one whose pages differ. */
    private List<Recorded> runs(String suite) throws Exception {
        Recorded first = run(suite, "white", List.of());
        List<Baseline> approved = first.baselines(suites().read(suite));
        return List.of(first, run(suite, "white", approved), run(suite, "red", approved));
    }

    private static void assertVerdicts(List<Recorded> runs, List<String> names) {
        List<Verdict> verdicts = new ArrayList<>(List.of(Verdict.NO_BASELINE, Verdict.PASSED, Verdict.DIFFERENT));
        for (Recorded run : runs) {
            Verdict verdict = verdicts.removeFirst();
            assertThat(run.error).isEmpty();
            assertThat(run.pictures.keySet()).containsExactlyInAnyOrderElementsOf(names);
            assertThat(run.pictures.values()).extracting(Screenshot::verdict).containsOnly(verdict);
            assertThat(run.tests.values())
                    .allMatch(test -> (test.status() == TestStatus.PASSED) == (verdict == Verdict.PASSED));
        }
    }

    @Test
    default void names_of_pictures_may_be_long_and_have_any_characters() throws Exception {
        String hundred =
                "a-page-with-a-name-of-more-than-a-hundred-characters-which-a-test-gives-to-a-picture-of-the-whole-page-and-more";
        suites().with("names", "a.spec.ts", PAGE + """
            test('%s', async ({ page }) => { await expect(page).toHaveScreenshot(); });
            test('named', async ({ page }) => { await expect(page).toHaveScreenshot('%s.png'); });
            test('sixty', async ({ page }) => { await expect(page).toHaveScreenshot('%s.png'); });
            test('marks', async ({ page }) => { await expect(page).toHaveScreenshot('a_b [c] (d).png'); });
            test('folders', async ({ page }) => { await expect(page).toHaveScreenshot(['a folder', 'b_c.png']); });
            test('described', async ({ page }) => { await expect(page, 'looks as before').toHaveScreenshot('described.png'); });
            test('soft', async ({ page }) => { await expect.soft(page, 'softly').toHaveScreenshot('soft.png'); });
            test('matched', async ({ page }) => { expect(await page.screenshot(), 'a picture').toMatchSnapshot('matched.png'); });
            """.formatted(hundred, hundred, hundred.substring(0, 70)));

        List<Recorded> runs = runs("names");

        String shortened = runs.getFirst().pictures.keySet().stream()
                .filter(name -> name.startsWith("a-page") && name.endsWith("-1.png"))
                .findFirst()
                .orElseThrow();
        assertVerdicts(
                runs,
                List.of(
                        shortened,
                        hundred + ".png",
                        hundred.substring(0, 70) + ".png",
                        "a-b-c-d-.png",
                        "a folder/b_c.png",
                        "described.png",
                        "soft.png",
                        "matched.png"));
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

        assertThat(runs).allMatch(run -> run.pictures.keySet().equals(Set.of("page.png")));
        assertThat(runs.stream().map(run -> run.pictures.get("page.png").verdict()))
                .containsExactly(Verdict.NO_BASELINE, Verdict.PASSED, Verdict.DIFFERENT);
        assertThat(runs.getLast().status("one")).isEqualTo(TestStatus.FAILED);
        assertThat(runs.getLast().status("two")).isEqualTo(TestStatus.PASSED);
        assertThat(runs.getLast().pictures.get("page.png").test().title()).isEqualTo("one");
    }

    @Test
    default void the_suites_templates_decide_which_tests_share_a_picture() throws Exception {
        String spec = PAGE + """
            test('one', async ({ page }) => { await expect(page).toHaveScreenshot('page.png'); });
            test('two', async ({ page }) => { await expect(page).toHaveScreenshot('page.png'); });
            """;
        suites().with("byfile", Map.of("a.spec.ts", spec, "b.spec.ts", spec))
                .with(
                        "byfile",
                        "playwright.config.ts",
                        "export default { snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}' };");
        suites().with("bytest", Map.of("a.spec.ts", spec, "b.spec.ts", spec))
                .with(
                        "bytest",
                        "playwright.config.ts",
                        "export default { expect: { toHaveScreenshot: { pathTemplate:"
                                + " 'shots/{testFilePath}/{testName}/{arg}{ext}' } } };");

        assertVerdicts(runs("byfile"), List.of("page.png"));
        assertVerdicts(
                runs("bytest"),
                List.of(
                        "a.spec.ts/one/page.png",
                        "a.spec.ts/two/page.png",
                        "b.spec.ts/one/page.png",
                        "b.spec.ts/two/page.png"));
    }

    @Test
    default void attachments_of_one_name_are_numbered() throws Exception {
        suites().with("attached", "a.spec.ts", PAGE + """
            for (const title of ['one', 'two']) test(title, async ({ page }, info) => {
              await expect(page).toHaveScreenshot('page.png');
              for (const name of ['page.png', 'step', 'page-actual.png', 'step'])
                await info.attach(name, { body: await page.screenshot(), contentType: 'image/png' });
            });
            """);

        Recorded run = run("attached", "white", List.of());

        assertThat(run.error).isEmpty();
        assertThat(run.pictures.keySet())
                .containsExactlyInAnyOrder(
                        "page.png",
                        "page-2.png",
                        "page-3.png",
                        "step",
                        "step-2",
                        "step-3",
                        "step-4",
                        "page-actual.png",
                        "page-actual-2.png");
    }

    @Test
    default void texts_and_aria_snapshots_are_where_the_configuration_puts_them()
            throws IOException, InterruptedException {
        suites().with(
                        "texts",
                        Map.of(
                                "playwright.config.ts",
                                """
                                export default { testDir: 'e2e', projects: [
                                  { name: 'größe - klein' },
                                  { name: 'templates', snapshotPathTemplate: '{testDir}/../texts/{projectName}/{testFileName}-{arg}{ext}',
                                    expect: { toMatchAriaSnapshot: { pathTemplate: 'aria/{arg}{ext}' } } },
                                  { name: 'folder', snapshotDir: './kept' },
                                ] };
                                """,
                                "e2e/a.spec.ts",
                                """
                                import { test, expect } from '@playwright/test';
                                test('text', () => { expect('text').toMatchSnapshot('some text.txt'); });
                                test('aria', async ({ page }) => {
                                  await page.setContent('<h1>Title</h1>');
                                  await expect(page.locator('body')).toMatchAriaSnapshot({ name: 'page.aria.yml' });
                                });
                                test('none', () => { expect('text').toMatchSnapshot('none.txt'); });
                                """,
                                "e2e/a.spec.ts-snapshots/some-text-größe---klein-linux.txt",
                                "text",
                                "e2e/a.spec.ts-snapshots/page.aria.yml",
                                "- heading \"Title\" [level=1]",
                                "texts/templates/a.spec.ts-some-text.txt",
                                "text",
                                "aria/page.aria.yml",
                                "- heading \"Title\" [level=1]",
                                "kept/a.spec.ts-snapshots/some-text-folder-linux.txt",
                                "text",
                                "kept/a.spec.ts-snapshots/page.aria.yml",
                                "- heading \"Title\" [level=1]"));

        Recorded run = suites().once("texts");

        assertThat(run.error).isEmpty();
        assertThat(run.failures().keySet())
                .containsExactlyInAnyOrder("größe - klein none", "templates none", "folder none");
        assertThat(run.error("größe - klein none")).contains(": e2e/a.spec.ts-snapshots/none-größe---klein-linux.txt;");
        assertThat(run.error("templates none")).contains(": texts/templates/a.spec.ts-none.txt;");
        assertThat(run.error("folder none")).contains(": kept/a.spec.ts-snapshots/none-folder-linux.txt;");
    }

    @Test
    default void baselines_of_the_shipped_suite_belong_to_the_target() throws Exception {
        ShippedSuites.copyTo(suites().folder.resolve("s"));
        Suite smoke = suites().read("smoke");
        try (Target target = new Target()) {
            URI one = target.address().resolve("/one");
            Recorded first = smoke(smoke, one, List.of());
            List<Baseline> approved = first.baselines(smoke);

            Recorded again = smoke(smoke, URI.create(one + "?other"), approved);
            Recorded other = smoke(smoke, target.address().resolve("/two"), approved);

            assertThat(first.pictures.values())
                    .singleElement()
                    .satisfies(picture -> assertThat(picture.key().name()).isEqualTo(one + "#page.png"));
            assertThat(again.pictures.get("page.png").baseline())
                    .contains(approved.getFirst().image());
            assertThat(other.pictures.get("page.png").verdict()).isEqualTo(Verdict.NO_BASELINE);
        }
    }

    private Recorded smoke(Suite smoke, URI target, List<Baseline> baselines) throws InterruptedException {
        return Recorded.run(
                suites().runner(), Recorded.assignment(smoke, target, RunOptions.DEFAULT, List.of(), baselines));
    }
}
