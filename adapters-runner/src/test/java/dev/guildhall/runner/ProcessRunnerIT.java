package dev.guildhall.runner;

import dev.guildhall.ports.contract.Needs;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
class ProcessRunnerIT implements SuiteRunnerContract, OwnConfigurationContract, HostileSuiteContract {
    private static Optional<TestSuites> shared = Optional.empty();

    @BeforeAll
    static void needs_node_and_a_browser(@TempDir Path folder) {
        TestSuites suites = new TestSuites(folder, System.getenv("PATH"), ProcessLauncher::new);
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
}
