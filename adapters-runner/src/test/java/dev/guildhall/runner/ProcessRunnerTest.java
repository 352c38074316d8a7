package dev.guildhall.runner;

import dev.guildhall.ports.contract.Needs;
import dev.guildhall.ports.run.SuiteRunner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

class ProcessRunnerTest implements SuiteRunnerContract {
    @TempDir
    Path folder;

    private TestSuites suites;

    @BeforeEach
    void needs_node_and_a_browser() throws IOException {
        suites = new TestSuites(folder);
        Needs.orSkip(
                Optional.of(runner()).filter(runner -> runner.unavailable().isEmpty()),
                "there is no Node.js 20 or newer");
        Needs.orSkip(
                Optional.of(suites.playwright.executables()).filter(found -> !found.isEmpty()), "there is no Chromium");
    }

    @Override
    public SuiteRunner runner() {
        return new ProcessRunner(suites.playwright, suites.server, suites.content);
    }

    @Override
    public TestSuites suites() {
        return suites;
    }
}
