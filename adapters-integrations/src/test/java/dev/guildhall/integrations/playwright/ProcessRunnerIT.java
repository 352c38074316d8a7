package dev.guildhall.integrations.playwright;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.run.RunOptions;
import dev.guildhall.ports.run.SuiteRunner;
import dev.guildhall.testkit.contract.Needs;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
class ProcessRunnerIT
        implements SuiteRunnerContract,
                OwnConfigurationContract,
                ProjectDependenciesContract,
                ScreenshotNames,
                HostileSuiteContract {
    private static Optional<TestSuites> shared = Optional.empty();

    @BeforeAll
    static void needs_node_and_a_browser(@TempDir Path folder) {
        TestSuites suites = new TestSuites(folder, System.getenv("PATH"), TestSuites::inProcesses);
        shared = Optional.of(suites);
        Needs.orSkip(
                Optional.of(suites.launcher)
                        .filter(launcher -> launcher.unavailable().isEmpty()),
                "there is no Node.js 20 or newer");
        Needs.orSkip(
                Stream.of(
                                "chromium-headless-shell",
                                "chromium",
                                "chromium-browser",
                                "google-chrome",
                                "google-chrome-stable")
                        .flatMap(name -> suites.playwright.onPath(name).stream())
                        .findFirst(),
                "there is no Chromium");
    }

    @Override
    public TestSuites suites() {
        return shared.orElseThrow();
    }

    @Test
    void what_this_machine_cannot_do_is_left_out_and_said(@TempDir Path none) throws Exception {
        Map<String, String> environment = new TreeMap<>(System.getenv());
        environment.put("PLAYWRIGHT_BROWSERS_PATH", none.toString());
        Playwright withoutFfmpeg = new Playwright(suites().playwright.folder(), environment, Optional.empty());
        suites().with(
                        "left-out",
                        Map.of(
                                "playwright.config.ts",
                                "export default { use: { video: 'on' }, webServer: { command: 'exit 1', url:"
                                        + " 'http://localhost:2/' } };",
                                "a.spec.ts",
                                """
                                import { test, firefox } from '@playwright/test';
                                test('configured', async ({ page }) => { await page.setContent('a'); });
                                test('own context', async ({ browser }) => {
                                  const context = await browser.newContext({ recordVideo: { dir: 'videos' } });
                                  await context.newPage();
                                  await context.close();
                                });
                                test('another browser', async () => { await firefox.launch({ executablePath: '' }); });
                                """,
                                "b.spec.ts",
                                """
                                import { test } from '@playwright/test';
                                test.use({ video: { mode: 'retain-on-failure' } });
                                test('in its file', async ({ page }) => { await page.setContent('b'); });
                                """));
        SuiteRunner runner = new PlaywrightRunner(
                withoutFfmpeg,
                TestSuites.inProcesses(withoutFfmpeg),
                TestSuites.TARGETS,
                suites().server,
                suites().content);

        Recorded run =
                Recorded.run(runner, Recorded.assignment(suites().read("left-out"), RunOptions.DEFAULT, List.of()));

        assertThat(run.error).isEmpty();
        assertThat(run.failures().keySet()).containsExactly("another browser");
        assertThat(run.error("another browser"))
                .contains("Executable doesn't exist at ms-playwright/")
                .doesNotContain(none.toString())
                .doesNotContain(suites().folder.toString());
        assertThat(run.logged.toString())
                .containsOnlyOnce("The option video is switched off")
                .contains("A video is left out")
                .containsOnlyOnce("The webServer of the configuration is left out");
    }

    @Test
    void browsers_and_requests_of_tests_reach_no_address_that_is_not_allowed() throws Exception {
        try (Target target = new Target();
                Target other = new Target()) {
            suites().with("reach", "suite.json", "{\"env\": {\"OTHER\": \"" + other.forbidden() + "\"}}")
                    .with("reach", "a.spec.ts", """
                        import { test, expect } from '@playwright/test';
                        const other = process.env.OTHER!;
                        const failed = promise => expect(promise).rejects.toThrow(/net::ERR_|Proxy connection ended/);
                        test('a page and what it loads', async ({ page, context }) => {
                          for (const address of [other, '/moved?' + other, other.replace('http', 'https')]) {
                            await failed((await context.newPage()).goto(address));
                          }
                          await page.goto('/');
                          const loaded = await page.evaluate(async url => {
                            const ended = (tag, src) => new Promise(done => {
                              const made = document.createElement(tag);
                              made.onload = () => done('loaded');
                              made.onerror = () => done('failed');
                              made.src = src;
                              document.body.append(made);
                            });
                            const socket = new Promise(done => {
                              const made = new WebSocket(url.replace('http', 'ws'));
                              made.onopen = () => done('loaded');
                              made.onerror = () => done('failed');
                            });
                            const fetched = to => fetch(to, { mode: 'no-cors' }).then(() => 'loaded', () => 'failed');
                            return Promise.all([
                              fetched(url), fetched('/moved?' + url), fetched(location.href), ended('script', url), socket,
                            ]);
                          }, other);
                          expect(loaded).toEqual(['failed', 'failed', 'loaded', 'failed', 'failed']);
                        });
                        test('other contexts and browsers', async ({ browser, playwright }) => {
                          const context = await browser.newContext();
                          await failed((await context.newPage()).goto(other));
                          await context.close();
                        });
                        test('requests', async ({ request, playwright }) => {
                          expect((await request.get('/here')).status()).toBe(200);
                          await failed(request.get(other));
                          await failed(request.get('/moved?' + other));
                          const context = await playwright.request.newContext();
                          await failed(context.get(other));
                        });
                        test('own code', async () => {
                          const url = new URL(other);
                          expect((await fetch(`http://127.0.0.1:${url.port}/own`)).status).toBe(200);
                        });
                        """);

            Recorded run = Recorded.run(
                    suites().runner(),
                    Recorded.assignment(
                            suites().read("reach"), target.address(), RunOptions.DEFAULT, List.of(), List.of()));

            assertThat(run.error).isEmpty();
            assertThat(run.failures()).isEmpty();
            assertThat(run.tests).hasSize(4);
            assertThat(other.received()).isEqualTo(1);
            assertThat(run.logged.toString()).contains("The run may not reach " + TestSuites.FORBIDDEN);
        }
    }
}
