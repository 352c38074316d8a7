package dev.guildhall.integrations.playwright;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Screenshots are known by the paths of their snapshots, however tests name and describe them. The names do not depend on
 * where Playwright runs.
 */
interface ScreenshotNames extends ScreenshotsContract {
    String HUNDRED =
            "a-page-with-a-name-of-more-than-a-hundred-characters-which-a-test-gives-to-a-picture-of-the-whole-page-and-more";

    /** The three runs of a suite with a project for each layout of screenshots. */
    private List<Recorded> layouts() throws Exception {
        String spec = PAGE + """
            test('one', async ({ page }) => { await expect(page).toHaveScreenshot('page.png'); });
            test('two', async ({ page }) => { await expect(page).toHaveScreenshot('page.png'); });
            """;
        suites().with("layouts", Map.of("a.spec.ts", spec, "b.spec.ts", spec))
                .with("layouts", "playwright.config.ts", """
                    export default { fullyParallel: true, projects: [
                      { name: 'names', testMatch: 'names.spec.ts' },
                      { name: 'byfile', testMatch: /[ab].spec.ts/, snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}' },
                      { name: 'bytest', testMatch: /[ab].spec.ts/,
                        expect: { toHaveScreenshot: { pathTemplate: 'shots/{testFilePath}/{testName}/{arg}{ext}' } } },
                    ] };
                    """)
                .with("layouts", "names.spec.ts", PAGE + """
                    test('%s', async ({ page }) => { await expect(page).toHaveScreenshot(); });
                    test('named', async ({ page }) => {
                      const soft = expect.soft;
                      await soft(page).toHaveScreenshot('%s.png');
                      await soft(page).toHaveScreenshot('%s.png');
                      await expect(page).toHaveScreenshot('a_b [c] (d).png');
                    });
                    test('softly', async ({ page }) => {
                      const soft = expect.soft;
                      await soft(page).toHaveScreenshot(['a folder', 'b_c.png']);
                      await soft(page, 'softly').toHaveScreenshot('soft.png');
                      soft(await page.screenshot(), 'a picture').toMatchSnapshot('matched.png');
                      await expect(page, 'looks as before').toHaveScreenshot('described.png');
                    });
                    """.formatted(HUNDRED, HUNDRED, HUNDRED.substring(0, 70)));
        return suites().once("layouts", () -> runs("layouts"));
    }

    @Test
    default void names_of_screenshots_may_be_long_and_have_any_characters() throws Exception {
        List<Recorded> runs = layouts();

        String shortened = runs.getFirst().screenshots.keySet().stream()
                .filter(name -> name.startsWith("names/names.spec.ts/a-page") && name.endsWith("-1.png"))
                .findFirst()
                .orElseThrow();
        List<String> names = Stream.of(
                        HUNDRED + ".png",
                        HUNDRED.substring(0, 70) + ".png",
                        "a-b-c-d-.png",
                        "a folder/b_c.png",
                        "described.png",
                        "soft.png",
                        "matched.png")
                .map(name -> "names/names.spec.ts/" + name)
                .toList();
        ScreenshotsContract.assertVerdicts(
                runs,
                "names",
                Stream.concat(Stream.of(shortened), names.stream()).toList());
    }

    @Test
    default void the_suites_templates_decide_which_tests_share_a_screenshot() throws Exception {
        List<Recorded> runs = layouts();

        ScreenshotsContract.assertVerdicts(runs, "byfile", List.of("byfile/page.png"));
        ScreenshotsContract.assertVerdicts(
                runs,
                "bytest",
                List.of(
                        "bytest/a.spec.ts/one/page.png",
                        "bytest/a.spec.ts/two/page.png",
                        "bytest/b.spec.ts/one/page.png",
                        "bytest/b.spec.ts/two/page.png"));
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
        assertThat(run.screenshots.keySet())
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
    default void texts_and_aria_snapshots_are_where_the_configuration_puts_them() throws Exception {
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
}
