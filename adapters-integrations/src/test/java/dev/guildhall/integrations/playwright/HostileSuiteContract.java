package dev.guildhall.integrations.playwright;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.guildhall.ports.run.Artifact;
import dev.guildhall.ports.run.RunError;
import dev.guildhall.ports.run.RunEvent;
import dev.guildhall.ports.run.RunOptions;
import dev.guildhall.ports.run.Screenshot;
import dev.guildhall.ports.run.Suite;
import dev.guildhall.ports.run.SuiteName;
import dev.guildhall.ports.run.SuiteRunner;
import dev.guildhall.ports.run.TestResult;
import dev.guildhall.ports.run.TestStatus;
import dev.guildhall.testkit.FullStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;

/** How every runner handles tests with unusual behaviour. */
interface HostileSuiteContract {
    /** The data of Playwright's report. */
    Pattern REPORT = Pattern.compile("data:application/zip;base64,([A-Za-z0-9+/=]+)");

    TestSuites suites();

    private Recorded run(String suite) throws InterruptedException {
        return Recorded.run(
                suites().runner(), Recorded.assignment(suites().read(suite), RunOptions.DEFAULT, List.of()));
    }

    @Test
    default void no_path_of_the_server_is_told() throws Exception {
        suites().with("paths", "a.spec.ts", """
            import { test, expect } from '@playwright/test';
            test.skip('is annotated', () => {});
            test('fails', async ({ page }, info) => {
              console.log(new Error('printed').stack, process.cwd());
              process.stdout.write(Buffer.from(__filename));
              await page.setContent(__filename);
              await info.attach('note', { body: __filename, contentType: 'text/plain' });
              info.annotations.push({ type: 'issue', description: __filename });
              await test.step(__filename, () => {
                throw new Error(`in ${__filename} and ${require.resolve('@playwright/test')}`);
              });
            });
            test('compares with nothing', () => { expect('text').toMatchSnapshot('none.txt'); });
            """).with("broken", "a.spec.ts", "throw new Error('at ' + __filename);");

        Recorded run = run("paths");
        Recorded broken = run("broken");
        String told = run.error("fails")
                + run.logged
                + broken.logged
                + broken.error.orElseThrow().message()
                + suites().find("broken").error().orElseThrow()
                + texts(run)
                + texts(broken);

        assertThat(run.error("fails")).containsPattern("in a\\.spec\\.ts and (\\.\\./)?node_modules/@playwright/test/");
        assertThat(broken.error.orElseThrow().message()).contains("at a.spec.ts");
        assertThat(told)
                .doesNotContain(suites().folder.toString())
                .doesNotContain("/playwright-" + Playwright.VERSION)
                .doesNotContain("node_modules/guildhall");
        assertThat(told)
                .contains("[[ATTACHMENT|output/a-fails-chromium/error-context.md]]")
                .contains("- Location: a.spec.ts:3:1")
                .contains("\"title\":\"a.spec.ts\"", "\"description\":\"a.spec.ts\"", "\"body\":\"a.spec.ts\"");
    }

    /** The files of a run that are texts, with the texts in its report. */
    private String texts(Recorded run) throws IOException {
        StringBuilder texts = new StringBuilder();
        for (Artifact artifact : run.artifacts.values()) {
            if (!artifact.name().startsWith("report/trace/") && !artifact.name().endsWith(".zip")) {
                try (InputStream content =
                        suites().content.open(artifact.content()).orElseThrow()) {
                    String text = new String(content.readAllBytes(), StandardCharsets.UTF_8);
                    Matcher zip = REPORT.matcher(text);
                    texts.append(zip.find() ? unpacked(zip.group(1)) : text);
                }
            }
        }
        return texts.toString();
    }

    private static String unpacked(String zip) throws IOException {
        StringBuilder texts = new StringBuilder();
        try (ZipInputStream files =
                new ZipInputStream(new ByteArrayInputStream(Base64.getDecoder().decode(zip)))) {
            while (files.getNextEntry() != null) {
                texts.append(new String(files.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        return texts.toString();
    }

    @Test
    default void a_process_that_detached_without_the_environment_of_its_run_outlived_it() throws Exception {
        // The kernel grants this, no tool does: so the test is passed over also where all tools are required.
        assumeFalse(
                ProcessNamespace.prefix(suites().playwright.onPath("unshare")).isEmpty(),
                "this machine permits no PID namespaces");
        // Of this test alone: another runner may be tested at the same time on this machine.
        String program = "sleep 7219." + System.nanoTime();
        suites().with("detached", "a.spec.ts", """
            import { test } from '@playwright/test';
            import { spawnSync } from 'node:child_process';
            test('detaches', () => {
              const started = spawnSync('/bin/sh', ['-c', '/bin/%s >/dev/null 2>&1 &'], { env: {}, stdio: 'ignore' });
              if (started.status !== 0) throw new Error('no process was started');
            });
            """.formatted(program));

        Recorded run = run("detached");

        assertThat(run.status("detaches")).isEqualTo(TestStatus.PASSED);
        assertThat(ProcessHandle.allProcesses()
                        .filter(process ->
                                process.info().commandLine().orElse("").contains(program)))
                .isEmpty();
    }

    /** Tests of unusual behaviour, and a file with which each worker process crashes. */
    private Recorded strange() throws Exception {
        suites().with("strange", "crashes.spec.ts", """
            import { test } from '@playwright/test';
            if (process.env.TEST_WORKER_INDEX !== undefined) process.kill(process.pid, 'SIGKILL');
            test('one', () => {});
            test('two', () => {});
            test.skip('left out', () => {});
            """);
        suites().with("strange", "a.spec.ts", """
            import { test, expect } from '@playwright/test';
            test('kills its worker', () => { process.kill(process.pid, 'SIGKILL'); });
            test('exits', () => { process.exit(0); });
            test('throws a string', () => { throw 'no \\u001b[31merror\\u001b[0m'; });
            test('fails as expected', () => { test.fail(); expect(1).toBe(2); });
            test('passes though it should fail', () => { test.fail(); });
            test('asserts softly', () => { expect.soft(1, 'first').toBe(2); expect.soft(3, 'second').toBe(4); });
            test('kills the browser', async ({ page }) => {
              const { execSync } = require('node:child_process');
              // A browser may be a script that starts another program: both are in a process group of their own.
              for (const pid of execSync(`ps -eo pid,ppid,args | grep -- --remote-debugging | awk '$2 == ${process.pid} {print $1}'`).toString().split('\\n'))
                if (pid) try { process.kill(-Number(pid), 'SIGKILL'); } catch {}
              await page.waitForEvent('close', { timeout: 5000 }).catch(() => {});
              await page.goto('data:text/html,x');
            });
            test('prints 20 MB', () => { const line = 'x'.repeat(1024 * 1024) + '\\n'; for (let i = 0; i < 20; i++) process.stdout.write(line); });
            test('attaches', async ({}, info) => {
              await info.attach('by/body.txt', { body: 'text', contentType: 'text/plain' });
              const fs = require('node:fs');
              fs.writeFileSync(info.outputPath('x.json'), '{}');
              await info.attach('by path', { path: info.outputPath('x.json') });
              await info.attach('outside', { path: '/etc/hostname' });
            });
            test('attaches a picture', async ({ page }, info) => {
              await info.attach('../../page', { body: await page.screenshot(), contentType: 'image/png' });
            });
            test('compares text with nothing', () => { expect('text').toMatchSnapshot('none.txt'); });
            test('compares text with the same', () => { expect('text').toMatchSnapshot('same.txt'); });
            test('compares text with another', () => { expect('text').toMatchSnapshot('other.txt'); });
            test.describe.serial('in order', () => {
              test('first', () => { expect(1).toBe(2); });
              test('second', () => {});
            });
            test('reaches nothing', async ({ page }) => { await page.goto(''); });
            test('passes', () => {});
            """);
        suites().with("strange", "a.spec.ts-snapshots/same-linux.txt", "text")
                .with("strange", "a.spec.ts-snapshots/other-linux.txt", "former text");
        return suites().once("strange");
    }

    private static List<TestResult> of(String file, Recorded run) {
        return run.tests.values().stream()
                .filter(result -> result.test().file().equals(file))
                .toList();
    }

    @Test
    default void tests_whose_worker_crashes_before_they_begin_are_not_run() throws Exception {
        List<TestResult> tests = of("crashes.spec.ts", strange());

        assertThat(tests.stream().map(test -> test.test().title() + " " + test.status()))
                .containsExactly("one FAILED", "two SKIPPED", "left out SKIPPED");
        assertThat(tests.stream()
                        .filter(TestResult::isNotRun)
                        .map(test -> test.test().title()))
                .containsExactly("two");
    }

    @Test
    default void verdicts_are_right_whatever_a_test_does() throws Exception {
        Recorded run = strange();

        assertThat(run.error).isEmpty();
        List<TestResult> tests = of("a.spec.ts", run);
        assertThat(run.tests).hasSize(tests.size() + 3);
        assertThat(tests.stream().map(test -> test.test().title() + " " + test.status()))
                .containsExactly(
                        "kills its worker FAILED",
                        "exits FAILED",
                        "throws a string FAILED",
                        "fails as expected PASSED",
                        "passes though it should fail FAILED",
                        "asserts softly FAILED",
                        "kills the browser FAILED",
                        "prints 20 MB PASSED",
                        "attaches PASSED",
                        "attaches a picture PASSED",
                        "compares text with nothing FAILED",
                        "compares text with the same PASSED",
                        "compares text with another FAILED",
                        "in order › first FAILED",
                        "in order › second SKIPPED",
                        "reaches nothing FAILED",
                        "passes PASSED");
        assertThat(tests.stream()
                        .filter(TestResult::isNotRun)
                        .map(test -> test.test().title()))
                .containsExactly("in order › second");
        assertThat(run.error("compares text with nothing"))
                .startsWith("a text snapshot has to be committed in the suite: a.spec.ts-snapshots/none-linux.txt;");
        assertThat(Optional.ofNullable(run.artifacts.get("junit.xml"))
                        .orElseThrow()
                        .size())
                .isLessThan(TestProcess.MOST_PRINTED + 1024 * 1024);
        assertThat(run.logged)
                .contains("[the report and junit.xml have the first 10485760 characters that the tests printed]\n");
        assertThat(run.error("compares text with another")).contains("former text");
        assertThat(run.error("throws a string")).contains("error").doesNotContain("\u001b");
        assertThat(run.error("asserts softly")).containsOnlyOnce("Error: first").containsOnlyOnce("Error: second");
        assertThat(run.error("passes though it should fail")).isEqualTo("Expected to fail, but passed.");
        assertThat(run.screenshots.values())
                .extracting(Screenshot::verdict)
                .containsExactly(Screenshot.Verdict.ATTACHED);
        assertThat(run.screenshots).containsKey("page");
        assertThat(run.screenshots.values())
                .allMatch(page -> page.browserVersion().matches("\\d+(\\.\\d+)+"));
        assertThat(run.artifacts.values().stream()
                        .filter(one -> one.test()
                                .filter(test -> test.title().equals("attaches"))
                                .isPresent())
                        .map(one -> one.kind() + " " + one.name().replaceFirst(".*/\\d+-", "")))
                .hasSize(3)
                .contains("ATTACHMENT body.txt");
        assertThat(Optional.ofNullable(run.artifacts.get("run.log"))
                        .orElseThrow()
                        .size())
                .isLessThan(11 * 1024 * 1024);
    }

    @Test
    default void a_runner_that_is_killed_has_crashed() throws Exception {
        suites().with("killed", "a.spec.ts", """
            import { test } from '@playwright/test';
            import fs from 'node:fs';
            const folder = process.env.GUILDHALL_RUN_FOLDER;
            test('passes', () => {
              fs.mkdirSync(folder + '/report', { recursive: true });
              fs.writeFileSync(folder + '/report/index.html', 'the beginning');
              fs.writeFileSync(folder + '/junit.xml', 'the beginning');
            });
            test('waits', async ({ page }) => { await page.waitForTimeout(600_000); });
            """);
        Recorded recorded = new Recorded();
        SuiteRunner.Assignment assignment = Recorded.assignment(suites().read("killed"), RunOptions.DEFAULT, List.of());
        CountDownLatch waits = new CountDownLatch(1);
        FutureTask<Optional<RunError>> run =
                new FutureTask<>(() -> suites().runner().run(assignment, event -> {
                    recorded.take(event);
                    if (event instanceof RunEvent.Tested(TestResult result)
                            && result.test().title().equals("waits")) {
                        waits.countDown();
                    }
                }));
        Thread.ofVirtual().start(run);
        assertThat(waits.await(60, TimeUnit.SECONDS)).isTrue();

        testProcesses().forEach(ProcessHandle::destroyForcibly);

        assertThat(run.get(60, TimeUnit.SECONDS).map(RunError::code)).contains(RunError.Code.RUNNER_CRASHED);
        assertThat(recorded.status("passes")).isEqualTo(TestStatus.PASSED);
        assertThat(recorded.artifacts).containsOnlyKeys("run.log");
        assertThat(RunFolder.mark(suites().folder).processes()).isEmpty();
    }

    @Test
    default void a_runner_that_is_killed_before_its_tests_are_known_has_crashed() throws Exception {
        suites().with("early", "a.spec.ts", "import { test } from '@playwright/test';\ntest('a', () => {});")
                .with(
                        "early",
                        "playwright.config.ts",
                        "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);\nexport default {};");
        Suite suite = suites().catalog.read(new SuiteName("early")).orElseThrow();
        FutureTask<Recorded> run = new FutureTask<>(
                () -> Recorded.run(suites().runner(), Recorded.assignment(suite, RunOptions.DEFAULT, List.of())));
        Thread.ofVirtual().start(run);

        while (!run.isDone() && testProcesses().isEmpty()) {
            Thread.yield();
        }
        testProcesses().forEach(ProcessHandle::destroyForcibly);

        RunError error = run.get(60, TimeUnit.SECONDS).error.orElseThrow();
        assertThat(error.code()).as(error.message()).isEqualTo(RunError.Code.RUNNER_CRASHED);
        assertThat(error.message()).contains("exit code 137");
        assertThat(RunFolder.mark(suites().folder).processes()).isEmpty();
    }

    private List<ProcessHandle> testProcesses() {
        return RunFolder.mark(suites().folder).processes().stream()
                .filter(process -> process.info().commandLine().orElse("").contains("cli.js test"))
                .toList();
    }

    @Test
    default void a_runner_whose_events_cannot_be_written_has_crashed_and_says_why() throws Exception {
        suites().with("full", "a.spec.ts", "import { test } from '@playwright/test';\ntest('a', () => {});")
                .with("full", "playwright.config.ts", """
                    import fs from 'node:fs';
                    const events = process.env.GUILDHALL_RUN_FOLDER + '/events.jsonl';
                    if (process.env.TEST_WORKER_INDEX === undefined) {
                      fs.rmSync(events);
                      fs.symlinkSync('/dev/full', events);
                    }
                    export default {};
                    """);
        Suite suite = suites().catalog.read(new SuiteName("full")).orElseThrow();

        Recorded run = Recorded.run(suites().runner(), Recorded.assignment(suite, RunOptions.DEFAULT, List.of()));

        RunError error = run.error.orElseThrow();
        assertThat(error.code()).as(error.message()).isEqualTo(RunError.Code.RUNNER_CRASHED);
        assertThat(error.message()).contains("ENOSPC");
    }

    @Test
    default void a_run_whose_screenshots_cannot_be_kept_has_crashed_and_says_why() throws Exception {
        suites().with("picture", "a.spec.ts", """
            import { test } from '@playwright/test';
            test('a', async ({ page }, info) => {
              await info.attach('page', { body: await page.screenshot(), contentType: 'image/png' });
            });
            """);
        Suite suite = suites().read("picture");

        Recorded run = Recorded.run(
                suites().runner(new FullStore()), Recorded.assignment(suite, RunOptions.DEFAULT, List.of()));

        assertThat(run.error)
                .contains(new RunError(
                        RunError.Code.RUNNER_CRASHED,
                        "the runner failed: the storage of files has no space left at the moment; try again"));
        assertThat(RunFolder.mark(suites().folder).processes()).isEmpty();
    }
}
