package dev.guildhall.runner;

import dev.guildhall.ports.run.BlobStore;
import dev.guildhall.ports.run.RunError;
import dev.guildhall.ports.run.RunEvent;
import dev.guildhall.ports.run.SuiteRunner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Runs suites with the Node.js and the browsers of this machine. Thread-safe. */
public final class ProcessRunner implements SuiteRunner {
    private static final Duration LOOK = Duration.ofMillis(50);

    private final Playwright playwright;
    private final ServerProcess server;
    private final BlobStore blobs;

    /**
     * A runner.
     *
     * @param server where runs have their folders while they run
     */
    public ProcessRunner(Playwright playwright, ServerProcess server, BlobStore blobs) {
        this.playwright = playwright;
        this.server = server;
        this.blobs = blobs;
    }

    @Override
    public Optional<String> unavailable() {
        try {
            playwright.node();
            return Optional.empty();
        } catch (RunnerUnavailable missing) {
            return Optional.of(missing.getMessage());
        }
    }

    @Override
    public Optional<RunError> run(Assignment assignment, Consumer<RunEvent> events) throws InterruptedException {
        try (RunFolder folder = RunFolder.in(server)) {
            return run(assignment, events, folder);
        } catch (RunnerUnavailable missing) {
            return Optional.of(new RunError(RunError.Code.CONTAINER_ERROR, missing.getMessage()));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private Optional<RunError> run(Assignment assignment, Consumer<RunEvent> events, RunFolder folder)
            throws RunnerUnavailable, IOException, InterruptedException {
        Path suite = assignment.suite().directory().toRealPath();
        Path test = playwright.forSuite(assignment.suite().directory());
        folder.copy(assignment.baselines(), blobs);
        folder.write(suite, folder.path(), settings(assignment, suite));
        EventReader reader = new EventReader(folder, folder.path(), blobs, events);
        List<String> command = new ArrayList<>(List.of(
                playwright.node().toString(),
                test.resolve("cli.js").toString(),
                "test",
                "--config",
                folder.config().toString()));
        command.addAll(RunSettings.filters(assignment));
        try (TestProcess process =
                TestProcess.start(command, suite, environment(assignment, folder), folder.path(), folder.log())) {
            boolean ended = false;
            while (!ended) {
                ended = process.awaitEnd(LOOK);
                reader.read();
            }
            String printed = process.lastPrinted();
            process.close();
            reader.keepReport();
            return reader.failure(process.exitCode(), printed);
        }
    }

    private Map<String, Object> settings(Assignment assignment, Path suite) {
        Map<String, Object> settings = RunSettings.of(assignment);
        RunFolder.configOf(suite)
                .ifPresent(
                        config -> settings.put("config", suite.resolve(config).toString()));
        settings.put("executables", playwright.executables());
        settings.put("preferMachine", playwright.isChromiumGiven());
        settings.put("followsServer", true);
        return settings;
    }

    /** What the tests see of the environment: nothing of the server's but where programs are. */
    private Map<String, String> environment(Assignment assignment, RunFolder folder) throws IOException {
        Map<String, String> environment = new TreeMap<>(assignment.suite().env());
        environment.putAll(RunSettings.environment(assignment));
        environment.put("PATH", playwright.path());
        environment.put("HOME", folder.home().toString());
        environment.put("TMPDIR", folder.tmp().toString());
        environment.put("XDG_CACHE_HOME", playwright.cache().toString());
        playwright.browsers().ifPresent(browsers -> environment.put("PLAYWRIGHT_BROWSERS_PATH", browsers.toString()));
        return environment;
    }

    @Override
    public void sweep() {
        server.sweep();
    }
}
