package dev.guildhall.app;

import dev.guildhall.app.config.Config;
import dev.guildhall.app.config.RunConfig;
import dev.guildhall.core.Parts;
import dev.guildhall.http.Service;
import dev.guildhall.integrations.net.RunTargetRules;
import dev.guildhall.integrations.playwright.ContainerLauncher;
import dev.guildhall.integrations.playwright.DiskSuites;
import dev.guildhall.integrations.playwright.Launcher;
import dev.guildhall.integrations.playwright.Playwright;
import dev.guildhall.integrations.playwright.PlaywrightRunner;
import dev.guildhall.integrations.playwright.ProcessLauncher;
import dev.guildhall.integrations.playwright.RunTargets;
import dev.guildhall.integrations.playwright.ServerFolder;
import dev.guildhall.integrations.playwright.ShippedSuites;
import dev.guildhall.persistence.disk.DiskBlobStore;
import dev.guildhall.ports.AddressRange;
import dev.guildhall.ports.run.BlobStore;
import dev.guildhall.ports.settings.PublicUrl;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

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
     *
     * @param address where users open the server, as an admin has set it
     */
    static Optional<DiskSuites> install(Config config, Parts parts, Supplier<Optional<PublicUrl>> address) {
        if (!config.services().contains(Service.RUNS) && !config.services().contains(Service.CHAT)) {
            return Optional.empty();
        }
        DataDirectory.prepare(config.dataDir());
        RunConfig runs = config.runs();
        Playwright playwright = new Playwright(config.dataDir().resolve(TOOLS), runs.environment(), runs.chromium());
        ServerFolder server = new ServerFolder(temporary());
        BlobStore content = new DiskBlobStore(config.dataDir().resolve(CONTENT), parts.clock());
        RunTargets targets = targets(runs, address);
        Launcher launcher = runs.runner() == RunConfig.Runner.CONTAINER
                ? new ContainerLauncher(playwright, targets)
                : new ProcessLauncher(playwright, targets);
        ShippedSuites.copyTo(runs.suites());
        DiskSuites suites = new DiskSuites(runs.suites(), playwright, launcher, server);
        parts.suites(suites)
                .runner(new PlaywrightRunner(playwright, launcher, targets, server, content))
                .blobs(content);
        return Optional.of(suites);
    }

    /** A server for one machine reaches what runs on it, until an admin says that users open it at another host. */
    static RunTargets targets(RunConfig runs, Supplier<Optional<PublicUrl>> address) {
        RunTargetRules outside = RunTargetRules.outsideOnly();
        return (host, port) -> {
            boolean isElsewhere = !runs.listsTargets()
                    && address.get().filter(url -> !isThisMachine(url.host())).isPresent();
            return (isElsewhere ? outside : runs.targets()).reachable(host, port);
        };
    }

    private static boolean isThisMachine(String host) {
        return host.equalsIgnoreCase("localhost")
                || AddressRange.literal(host.replaceAll("[\\[\\]]", ""))
                        .filter(InetAddress::isLoopbackAddress)
                        .isPresent();
    }

    private static Path temporary() {
        return Path.of(System.getProperty("java.io.tmpdir"), "guildhall-" + System.getProperty("user.name"));
    }
}
