package dev.guildhall.app;

import dev.guildhall.app.config.Config;
import dev.guildhall.app.config.RunConfig;
import dev.guildhall.core.Parts;
import dev.guildhall.http.Service;
import dev.guildhall.integrations.playwright.ContainerLauncher;
import dev.guildhall.integrations.playwright.DiskSuites;
import dev.guildhall.integrations.playwright.Launcher;
import dev.guildhall.integrations.playwright.Playwright;
import dev.guildhall.integrations.playwright.PlaywrightRunner;
import dev.guildhall.integrations.playwright.ProcessLauncher;
import dev.guildhall.integrations.playwright.ServerFolder;
import dev.guildhall.integrations.playwright.ShippedSuites;
import dev.guildhall.persistence.disk.DiskBlobStore;
import dev.guildhall.ports.run.BlobStore;
import java.nio.file.Path;
import java.util.Optional;

/** Suites, runner and files of test runs. */
final class TestRuns {
    /** The name of the directory with the installed runner. */
    static final String TOOLS = "runner";

    /** The name of the directory with the files of runs and the baselines. */
    static final String CONTENT = "content";

    private TestRuns() {}

    /**
     * Adds them to the parts of a core on a node that has the test-run service, or the pages, which show runs. Returns
     * the suites, whose tests are not being counted yet.
     */
    static Optional<DiskSuites> install(Config config, Parts parts) {
        if (!config.services().contains(Service.RUNS) && !config.services().contains(Service.CHAT)) {
            return Optional.empty();
        }
        DataDirectory.prepare(config.dataDir());
        RunConfig runs = config.runs();
        Playwright playwright = new Playwright(config.dataDir().resolve(TOOLS), runs.environment(), runs.chromium());
        ServerFolder server = new ServerFolder(temporary());
        BlobStore content = new DiskBlobStore(config.dataDir().resolve(CONTENT), parts.clock());
        Launcher launcher = runs.runner() == RunConfig.Runner.CONTAINER
                ? new ContainerLauncher(playwright, runs.targets()::reachable)
                : new ProcessLauncher(playwright, runs.targets()::reachable);
        ShippedSuites.copyTo(runs.suites());
        DiskSuites suites = new DiskSuites(runs.suites(), playwright, launcher, server);
        parts.suites(suites)
                .runner(new PlaywrightRunner(playwright, launcher, runs.targets()::reachable, server, content))
                .blobs(content);
        return Optional.of(suites);
    }

    private static Path temporary() {
        return Path.of(System.getProperty("java.io.tmpdir"), "guildhall-" + System.getProperty("user.name"));
    }
}
