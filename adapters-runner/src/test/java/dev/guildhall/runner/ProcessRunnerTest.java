package dev.guildhall.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.inmemory.InMemoryBlobStore;
import dev.guildhall.ports.run.Browser;
import dev.guildhall.ports.run.RunError;
import dev.guildhall.ports.run.RunEvent;
import dev.guildhall.ports.run.RunId;
import dev.guildhall.ports.run.RunOptions;
import dev.guildhall.ports.run.RunRequest;
import dev.guildhall.ports.run.Suite;
import dev.guildhall.ports.run.SuiteName;
import dev.guildhall.ports.run.SuiteRunner;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessRunnerTest {
    @TempDir
    Path folder;

    @Test
    void reports_each_test_of_a_suite() throws Exception {
        Path suites = Files.createDirectories(folder.resolve("suites/eight"));
        Files.copy(Path.of("src/test/resources/suites/eight/eight.spec.ts"), suites.resolve("eight.spec.ts"));
        Playwright playwright = new Playwright(Path.of("/tmp/w/pw/data"), System.getenv(), Optional.empty());
        ServerProcess server = new ServerProcess(folder.resolve("tmp"));
        DiskSuites catalog = new DiskSuites(folder.resolve("suites"), playwright, server);
        InMemoryBlobStore blobs = new InMemoryBlobStore(InstantSource.system());
        ProcessRunner runner = new ProcessRunner(playwright, server, blobs);
        Suite suite = catalog.find(new SuiteName("eight")).orElseThrow();
        System.out.println(suite);
        RunOptions options = new RunOptions(
                Optional.of(1), Optional.of(Duration.ofSeconds(4)), Optional.of(2), Optional.empty(), Optional.empty(), List.of());
        RunRequest request = new RunRequest(
                suite.name(), URI.create("data:text/html,hi".isEmpty() ? "" : "http://127.0.0.1:9"), List.of(Browser.CHROMIUM), options.or(RunOptions.DEFAULT), List.of());
        List<RunEvent> events = new ArrayList<>();
        long start = System.nanoTime();
        Optional<RunError> error = runner.run(
                new SuiteRunner.Assignment(new RunId("run_1"), suite, request, List.of()), event -> {
                    if (!event.toString().contains("report/")) System.out.println((System.nanoTime() - start) / 1_000_000 + " " + event);
                    events.add(event);
                });
        System.out.println(error);

        assertThat(error).isEmpty();
    }
}
