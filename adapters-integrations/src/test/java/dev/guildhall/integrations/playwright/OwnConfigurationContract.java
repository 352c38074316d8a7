package dev.guildhall.integrations.playwright;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.run.RunError;
import dev.guildhall.ports.run.RunOptions;
import dev.guildhall.ports.run.Screenshot.Verdict;
import dev.guildhall.ports.run.TestName;
import dev.guildhall.ports.run.TestStatus;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which parts of a suite's own Playwright configuration every runner keeps, and which it sets itself. */
interface OwnConfigurationContract {
    TestSuites suites();

    private Recorded run(String suite) throws InterruptedException {
        return run(suite, List.of());
    }

    private Recorded run(String suite, List<TestName> only) throws InterruptedException {
        return Recorded.run(
                suites().runner(),
                Recorded.assignment(
                        suites().read(suite), URI.create("http://localhost:1/"), RunOptions.DEFAULT, only, List.of()));
    }

    @Test
    default void the_suites_configuration_counts_but_for_what_the_run_decides() throws Exception {
        suites().with(
                        "own",
                        Map.of(
                                "playwright.config.ts",
                                """
                                import { defineConfig, devices } from '@playwright/test';
                                import { word } from './lib/word';
                                const viewport = { width: 240, height: 160 };
                                export default defineConfig({
                                  testDir: './e2e',
                                  globalSetup: './global.ts',
                                  timeout: 17_000,
                                  retries: 1,
                                  outputDir: 'own-output',
                                  reporter: [['dot'], ['json', { outputFile: 'own.json' }]],
                                  snapshotPathTemplate: '{testDir}/own/{arg}{ext}',
                                  expect: { timeout: 12_345, toHaveScreenshot: { pathTemplate: '{testDir}/own/{arg}{ext}', stylePath: './shots.css' } },
                                  webServer: { command: 'exit 1', url: 'http://localhost:2/' },
                                  use: { baseURL: 'http://localhost:3/', locale: 'de-DE' },
                                  metadata: { word },
                                  projects: [
                                    { name: 'setup', testMatch: /.*\\.setup\\.ts/ },
                                    { name: 'desktop', use: { ...devices['Desktop Chrome'], viewport }, dependencies: ['setup'] },
                                    { name: 'phone', use: { ...devices['Pixel 5'], viewport }, dependencies: ['setup'], retries: 0 },
                                    { name: 'fox', use: { ...devices['Desktop Firefox'] } },
                                  ],
                                });
                                """,
                                "shots.css",
                                "b { visibility: hidden; }",
                                "lib/word.ts",
                                "export const word: string = 'word';",
                                "global.ts",
                                """
                                export default () => { process.env.GLOBAL = 'set'; };
                                """,
                                "e2e/auth.setup.ts",
                                """
                                import { test as setup } from '@playwright/test';
                                setup('prepare', async ({ browser }) => { await (await browser.newContext()).storageState({ path: setup.info().outputPath('state.json') }); });
                                """,
                                "e2e/deep/a.spec.ts",
                                """
                                import { test, expect } from '@playwright/test';
                                test('configuration', async ({ page, baseURL, locale, isMobile }, info) => {
                                  expect(baseURL).toBe(process.env.TARGET_URL);
                                  expect(locale).toBe('de-DE');
                                  expect(isMobile).toBe(info.project.name === 'phone');
                                  expect(info.timeout).toBe(17_000);
                                  expect(info.project.retries).toBe(info.project.name === 'phone' ? 0 : 1);
                                  expect(info.config.metadata.word).toBe('word');
                                  expect(process.env.GLOBAL).toBe('set');
                                  await page.setContent('<body style="background: white"><p>same</p><b>' + info.retry + Date.now() + '</b></body>');
                                  await expect(page).toHaveScreenshot(['folder', 'name.with.dots.png'], { mask: [page.locator('p')] });
                                });
                                """));

        Recorded first = run("own");

        assertThat(first.error).isEmpty();
        assertThat(first.failures().keySet()).containsExactlyInAnyOrder("desktop configuration", "phone configuration");
        assertThat(first.error("desktop configuration")).contains("has no baseline");
        assertThat(first.error("phone configuration")).contains("has no baseline");
        assertThat(first.tests.keySet())
                .containsExactlyInAnyOrder("setup prepare", "desktop configuration", "phone configuration");
        assertThat(first.screenshots.values())
                .extracting(screenshot -> screenshot.test().file())
                .containsOnly("e2e/deep/a.spec.ts");
        assertThat(first.screenshots.values())
                .extracting(screenshot -> screenshot.key().name())
                .containsOnly("folder/name.with.dots.png");
        assertThat(suites().files("own"))
                .containsExactlyInAnyOrder(
                        "playwright.config.ts",
                        "shots.css",
                        "lib/word.ts",
                        "global.ts",
                        "e2e/auth.setup.ts",
                        "e2e/deep/a.spec.ts");

        Recorded second = Recorded.run(
                suites().runner(),
                Recorded.assignment(suites().read("own"), RunOptions.DEFAULT, first.baselines(suites().read("own"))));

        assertThat(second.failures()).isEmpty();
        assertThat(second.screenshots.values())
                .hasSize(2)
                .extracting(screenshot -> screenshot.verdict())
                .containsOnly(Verdict.PASSED);
    }

    /** The run of a suite that is a symbolic link, with a configuration that is a CommonJS module. */
    private Recorded linked() throws Exception {
        Path elsewhere = Files.createDirectories(suites().folder.resolve("elsewhere"));
        Path link = Files.createDirectories(suites().folder.resolve("s")).resolve("commonjs");
        if (!Files.exists(link)) {
            Files.createSymbolicLink(link, elsewhere);
        }
        suites().with(
                        "commonjs",
                        Map.of(
                                "playwright.config.js",
                                """
                                const { devices } = require('@playwright/test');
                                module.exports = { projects: [{ name: 'only one', use: { ...devices['Desktop Chrome'] } }] };
                                """,
                                ".gitignore",
                                "built",
                                "built/a.spec.js",
                                "const { test } = require('@playwright/test');\ntest('a', () => {});",
                                "a.spec.js",
                                "const { test } = require('@playwright/test');\ntest('a', () => {});"));
        return suites().once("commonjs");
    }

    @Test
    default void configurations_may_be_of_either_kind_of_module_and_name_files_beside_them() throws Exception {
        suites().with(
                        "modules",
                        Map.of(
                                "package.json",
                                "{\"type\": \"module\"}",
                                "playwright.config.js",
                                """
                                import { defineConfig } from '@playwright/test';
                                const clientCertificates = [{ origin: 'https://localhost', certPath: './cert.pem', keyPath: './key.pem' }];
                                export default defineConfig({ testMatch: '**/*.check.mjs', use: { clientCertificates } });
                                """,
                                "a.check.mjs",
                                """
                                import { test, expect } from '@playwright/test';
                                test('a', ({}, info) => {
                                  expect(info.project.use.clientCertificates[0].certPath).toBe(process.cwd() + '/cert.pem');
                                });
                                """));

        Map.of("commonjs", linked(), "modules", run("modules")).forEach((name, run) -> {
            assertThat(run.error).as(name).isEmpty();
            assertThat(run.tests.values()).as(name).hasSize(1).allMatch(test -> test.status() == TestStatus.PASSED);
        });
    }

    @Test
    default void a_suite_may_be_a_symbolic_link() throws Exception {
        Recorded run = linked();

        assertThat(suites().folder.resolve("s/commonjs")).isSymbolicLink();
        assertThat(run.error).isEmpty();
        assertThat(run.status("a")).isEqualTo(TestStatus.PASSED);
    }

    @Test
    default void only_the_named_tests_are_run_again() throws Exception {
        String spec = """
            import { test } from '@playwright/test';
            test.describe('a group (1) [x]', () => {
              test('ends with $ and has a + b? | c \\\\d', () => {});
              test('ends with $ and has a + b? | c \\\\d, too', () => {});
            });
            test.describe('tagged', { tag: '@slow' }, () => {
              test('a test @fast', { tag: ['@one', '@two'] }, () => {});
              test('a test', () => {});
            });
            test('joined › by › this', () => {});
            test('half \\ud83d of a pair', () => {});
            test('joined', () => {});
            """;
        suites().with(
                        "again",
                        Map.of(
                                "a.spec.ts",
                                spec,
                                "deep/a.spec.ts",
                                spec,
                                "xa.spec.ts",
                                spec,
                                "playwright.config.ts",
                                """
                                export default { projects: [
                                  { name: 'one', use: { browserName: 'chromium' } },
                                  { name: 'one more', use: { browserName: 'chromium' } }] };
                                """));
        List<TestName> all = suites().find("again").tests().orElseThrow();
        List<String> titles = List.of(
                "a group (1) [x] › ends with $ and has a + b? | c \\d",
                "tagged › a test @fast",
                "joined › by › this",
                "half \ufffd of a pair");
        List<TestName> some = all.stream()
                .filter(test -> titles.contains(test.title()))
                .filter(test -> test.project().equals("one") && !test.file().startsWith("deep"))
                .toList();

        Recorded again = run("again", some);

        assertThat(all).hasSize(42);
        assertThat(some).hasSize(8);
        assertThat(again.tests.values().stream().map(test -> test.test())).containsExactlyInAnyOrderElementsOf(some);
    }

    @Test
    default void a_browser_that_is_not_there_is_an_error_of_the_runner() throws Exception {
        suites().with("fox", Map.of("suite.json", "{\"browsers\": [\"webkit\"]}", "a.spec.ts", """
            import { test } from '@playwright/test';
            test('a', async ({ page }) => {});
            """));

        Recorded run = run("fox");

        assertThat(run.error.map(RunError::code)).contains(RunError.Code.CONTAINER_ERROR);
        assertThat(run.error.orElseThrow().message()).contains("webkit");
    }
}
