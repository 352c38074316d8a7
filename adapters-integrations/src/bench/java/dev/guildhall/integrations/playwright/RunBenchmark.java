package dev.guildhall.integrations.playwright;

import dev.guildhall.ports.run.BlobStore;
import dev.guildhall.ports.run.RunError;
import dev.guildhall.ports.run.RunEvent;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What a run costs besides Playwright: the same suite is run by Playwright's own command line and by the runner in turns, and
 * two runs at once and one after the other. The medians of the ratios are the figures to look at. Needs Node.js and Chromium.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@Fork(1)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
public class RunBenchmark {
    private static final int PAIRS = 7;
    private static final int TESTS = 20;
    private static final int MEGABYTES = 200;
    private static final long MEGABYTE = 1024 * 1024;

    private final Path folder = temporary();
    private final TestSuites suites = new TestSuites(folder, System.getenv("PATH"), TestSuites::inProcesses);
    private final BlobStore content = new DigestStore();
    private final List<Double> ratios = new ArrayList<>();
    private final List<Double> differences = new ArrayList<>();

    private static Path temporary() {
        try {
            return Files.createTempDirectory("runs");
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** A suite of pages and one of large attachments. */
    @Setup
    public void suites() throws IOException, InterruptedException, RunnerUnavailable {
        // The one that the runner takes.
        String chromium = Stream.of("chromium-headless-shell", "chromium")
                .flatMap(name -> suites.playwright.onPath(name).stream())
                .map(Path::toString)
                .findFirst()
                .orElseThrow();
        suites.with("pages", "playwright.config.ts", """
            export default {
              workers: 1,
              reporter: [['list'], ['html', { open: 'never' }], ['junit', { outputFile: '/dev/null' }]],
              use: {
                screenshot: 'only-on-failure',
                trace: { mode: 'retain-on-failure', screenshots: false },
                launchOptions: { executablePath: '%s' },
              },
            };
            """.formatted(chromium))
                .with("pages", "a.spec.ts", """
                    import { test, expect } from '@playwright/test';
                    for (let i = 0; i < %d; i++) {
                      test(`page ${i}`, async ({ page }) => {
                        await page.setContent(`<title>${i}</title><button onclick="this.textContent='pressed'">press</button>`);
                        await page.getByRole('button').click();
                        await expect(page.getByRole('button')).toHaveText('pressed');
                      });
                    }
                    """.formatted(TESTS))
                .with("large", "a.spec.ts", """
                    import { test } from '@playwright/test';
                    import fs from 'node:fs';
                    for (let i = 0; i < %d; i++) {
                      test(`attaches ${i}`, async ({}, info) => {
                        fs.writeFileSync(info.outputPath('video.webm'), Buffer.alloc(10 * 1024 * 1024, i + 1));
                        await info.attach('video', { path: info.outputPath('video.webm'), contentType: 'video/webm' });
                      });
                    }
                    """.formatted(MEGABYTES / 10));
        suites.playwright.forSuite(suites.read("pages").directory());
        byHand();
        run("pages");
    }

    @Benchmark
    public double toPlaywrightAlone() throws Exception {
        for (int i = 0; i < PAIRS; i++) {
            boolean handFirst = i % 2 == 0;
            double first = seconds(handFirst ? this::byHand : () -> run("pages"));
            double second = seconds(handFirst ? () -> run("pages") : this::byHand);
            add(handFirst ? first : second, handFirst ? second : first);
        }
        return print("run to Playwright alone");
    }

    @Benchmark
    public double twoAtOnceToOneAfterTheOther() throws Exception {
        for (int i = 0; i < PAIRS; i++) {
            double inTurn = seconds(() -> run("pages") + run("pages"));
            add(inTurn, seconds(this::twoAtOnce));
        }
        return print("two runs at once to one after the other");
    }

    private int twoAtOnce() throws ExecutionException, InterruptedException {
        List<FutureTask<Integer>> runs = IntStream.range(0, 2)
                .mapToObj(_ -> new FutureTask<>(() -> run("pages")))
                .toList();
        runs.forEach(Thread::startVirtualThread);
        return runs.getFirst().get() + runs.getLast().get();
    }

    /** The growth of this process's memory in MB while a run keeps large files. */
    @Benchmark
    public double memoryOfLargeFiles() throws Exception {
        System.gc();
        long heap = usedHeap();
        long resident = resident();
        AtomicLong mostHeap = new AtomicLong();
        AtomicLong mostResident = new AtomicLong();
        run("large", _ -> {
            mostHeap.accumulateAndGet(usedHeap(), Math::max);
            mostResident.accumulateAndGet(resident(), Math::max);
        });
        double grown = (double) (mostResident.get() - resident) / MEGABYTE;
        System.out.printf(
                Locale.ROOT,
                "%n%d MB of files: resident %d MB and %.1f more, heap %d MB and %d more at most%n",
                MEGABYTES,
                resident / MEGABYTE,
                grown,
                heap / MEGABYTE,
                (mostHeap.get() - heap) / MEGABYTE);
        return grown;
    }

    private static long usedHeap() {
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private static long resident() {
        try {
            return Files.readAllLines(Path.of("/proc/self/status")).stream()
                            .filter(line -> line.startsWith("VmRSS:"))
                            .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                            .sum()
                    * 1024;
        } catch (IOException unreadable) {
            return 0;
        }
    }

    private int byHand() throws IOException, InterruptedException {
        Path suite = suites.read("pages").directory();
        Process process = new ProcessBuilder(
                        "node",
                        suite.resolveSibling("node_modules/@playwright/test/cli.js")
                                .toString(),
                        "test")
                .directory(suite.toFile())
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        return passed(process.waitFor());
    }

    private int run(String suite) throws InterruptedException {
        return run(suite, _ -> {});
    }

    private int run(String suite, Consumer<RunEvent> events) throws InterruptedException {
        Optional<RunError> error = new PlaywrightRunner(
                        suites.playwright, suites.launcher, TestSuites.TARGETS, suites.server, content)
                .run(Recorded.assignment(suites.read(suite), Recorded.ONE_RETRY, List.of()), events);
        return passed(error.isPresent() ? 1 : 0);
    }

    private static int passed(int code) {
        if (code != 0) {
            throw new IllegalStateException("the run ended with " + code);
        }
        return 1;
    }

    private static double seconds(Callable<Integer> run) throws Exception {
        long start = System.nanoTime();
        run.call();
        return (System.nanoTime() - start) / 1e9;
    }

    private void add(double before, double after) {
        ratios.add(after / before);
        differences.add(after - before);
    }

    private double print(String name) {
        double ratio = median(ratios);
        System.out.printf(
                Locale.ROOT,
                "%n%s: %.3f, %.2f s more (medians of %d pairs)%n",
                name,
                ratio,
                median(differences),
                PAIRS);
        return ratio;
    }

    private static double median(List<Double> all) {
        return all.stream().sorted().toList().get(all.size() / 2);
    }

    @TearDown
    public void delete() throws IOException {
        ServerFolder.delete(folder);
    }
}
