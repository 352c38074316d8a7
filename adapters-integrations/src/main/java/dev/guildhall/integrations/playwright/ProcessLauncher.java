package dev.guildhall.integrations.playwright;

import dev.guildhall.integrations.process.ProcessTree;
import dev.guildhall.ports.run.Browser;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Runs the tests with the Node.js and the browsers of this machine. A proxy in the process of the tests limits what the
 * browsers reach; the code of the suite itself, which an administrator has installed, is not limited. Where the machine
 * permits it, the processes of a run have a PID namespace of their own.
 */
public final class ProcessLauncher extends Launcher {
    private static final Logger LOG = System.getLogger(ProcessLauncher.class.getName());

    private final Playwright playwright;
    private final RunTargets targets;
    private final Optional<String> noSandbox = BrowserSandbox.missing();
    private final List<String> namespace;

    /**
     * A launcher with the tools of a machine. It logs a warning when browsers have no sandbox there.
     *
     * @param targets what the browsers may reach
     */
    public ProcessLauncher(Playwright playwright, RunTargets targets) {
        this.playwright = playwright;
        this.targets = targets;
        this.namespace = ProcessNamespace.prefix(playwright.onPath("unshare"));
        noSandbox.ifPresent(why -> LOG.log(Level.WARNING, "the browsers of test runs have no sandbox: {0}", why));
    }

    @Override
    Optional<String> unavailable() {
        try {
            playwright.node();
            return Optional.empty();
        } catch (RunnerUnavailable missing) {
            return Optional.of(missing.what());
        }
    }

    @Override
    Set<Browser> browsers() {
        return playwright.installedBrowsers();
    }

    @Override
    TestProcess start(Launch launch) throws RunnerUnavailable, IOException {
        RunFolder folder = launch.folder();
        Map<String, Object> settings = settings(launch, playwright);
        playwright.chromium().ifPresent(path -> settings.put("chromium", path.toString()));
        settings.put("sandbox", noSandbox.isEmpty());
        List<String> command = new ArrayList<>(namespace);
        command.addAll(List.of(
                playwright.node().toString(),
                launch.test().resolve("cli.js").toString(),
                "test",
                "--config",
                folder.config().toString()));
        command.addAll(launch.arguments());
        if (launch.target().isEmpty()) {
            return started(command, launch, settings, () -> {});
        }
        TargetRelay relay = TargetRelay.onLoopback(targets);
        try {
            settings.put("proxy", relay.settings());
            return started(command, launch, settings, relay::close);
        } catch (IOException failed) {
            relay.close();
            throw failed;
        }
    }

    private TestProcess started(List<String> command, Launch launch, Map<String, Object> settings, Runnable afterwards)
            throws IOException {
        RunFolder folder = launch.folder();
        folder.write(launch.directory(), settings);
        return TestProcess.start(command, launch.directory(), environment(launch), folder.log(), process -> {
            new ProcessTree(process, folder.mark()).kill();
            afterwards.run();
        });
    }

    /** The environment of the tests: only the locations of programs from the server's own environment. */
    private Map<String, String> environment(Launch launch) throws IOException {
        RunFolder folder = launch.folder();
        Map<String, String> environment = new TreeMap<>(launch.suite().env());
        environment.putAll(launch.variables());
        environment.put("PATH", playwright.path());
        environment.put("HOME", folder.home().toString());
        environment.put("TMPDIR", folder.tmp().toString());
        environment.put("XDG_CACHE_HOME", playwright.cache().toString());
        // When the suite is a symbolic link, it is not next to the packages that it gets from the server.
        environment.put("NODE_PATH", packages(launch.test()).toString());
        environment.put(folder.mark().name(), folder.mark().value());
        playwright.browsers().ifPresent(browsers -> environment.put("PLAYWRIGHT_BROWSERS_PATH", browsers.toString()));
        return environment;
    }

    /** The {@code node_modules} with a package whose name has two parts. */
    static Path packages(Path test) {
        return test.resolve("../..").normalize();
    }

    @Override
    boolean isStartFailure(int exit) {
        return false;
    }

    @Override
    void sweep(ServerFolder server) {
        // Its processes have the mark of their folder; the sweep of the folders finds them by it.
    }
}
