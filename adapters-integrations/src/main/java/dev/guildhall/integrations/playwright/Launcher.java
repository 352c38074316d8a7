package dev.guildhall.integrations.playwright;

import dev.guildhall.ports.run.Browser;
import dev.guildhall.ports.run.Suite;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Starts Playwright Test for a run, or to count tests: on this machine, or in a container. */
public abstract sealed class Launcher permits ProcessLauncher, ContainerLauncher {
    /**
     * The parameters of a start.
     *
     * @param directory of the suite, without symbolic links
     * @param test the folder of the package {@code @playwright/test}
     * @param settings for the wrapper configuration
     * @param variables for the tests, besides those of the suite
     * @param arguments of {@code playwright test}, besides the configuration
     * @param target the address that the tests may reach; absent when they may reach none
     * @param workers how many tests run at the same time
     */
    record Launch(
            Suite suite,
            Path directory,
            Path test,
            RunFolder folder,
            Map<String, Object> settings,
            Map<String, String> variables,
            List<String> arguments,
            Optional<URI> target,
            int workers) {}

    /** The settings of a start, which the caller may add to. */
    static Map<String, Object> settings(Launch launch, Playwright playwright) {
        Map<String, Object> settings = new LinkedHashMap<>(launch.settings());
        settings.put("paths", ServerPaths.of(launch, playwright).settings());
        return settings;
    }

    /** Why nothing can be started; empty when it can. Blocks for at most a few seconds. */
    abstract Optional<String> unavailable();

    /** The browsers that are installed where the tests run. */
    abstract Set<Browser> browsers();

    /** Starts Playwright. Closing the process ends it with all processes that it started. */
    abstract TestProcess start(Launch launch) throws RunnerUnavailable, IOException;

    /** Whether a process with this exit code, which reported no test, could not be started. */
    abstract boolean isStartFailure(int exit);

    /** Removes what the processes of servers that were killed have left. */
    abstract void sweep(ServerFolder server);
}
