package dev.guildhall.runner;

import dev.guildhall.ports.contract.Needs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
class ProcessRunnerIT implements SuiteRunnerContract, OwnConfigurationContract, HostileSuiteContract {
    @TempDir
    Path folder;

    private TestSuites suites;

    @BeforeEach
    void needs_node_and_a_browser() throws IOException {
        suites = new TestSuites(folder, System.getenv("PATH"), ProcessLauncher::new);
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
        return suites;
    }
}
