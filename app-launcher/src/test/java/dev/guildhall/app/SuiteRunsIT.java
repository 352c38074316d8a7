package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs of suites in a real browser against a server of our own, over HTTP (runs-1 to runs-26). */
@Timeout(180)
class SuiteRunsIT {
    private static Optional<SuiteServer> started = Optional.empty();

    @BeforeAll
    static void start(@TempDir Path folder) throws IOException {
        Path data = SuiteServer.dataIn(folder);
        write(data.resolve("suites/hangs/hangs.spec.ts"), """
            import { test } from '@playwright/test';
            test('hangs', async ({ page }) => { await page.goto('data:text/html,hi'); await page.waitForTimeout(600_000); });
            """);
        write(data.resolve("suites/broken/playwright.config.ts"), "throw new Error('no configuration today');");
        started = Optional.of(SuiteServer.start(folder, data, Map.of()));
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    @AfterAll
    static void stop() {
        started.ifPresent(SuiteServer::close);
    }

    private final SuiteServer server = started.orElseThrow();
    private final Web ada = server.ada();

    private String start(String suite) {
        return server.begin(suite, "/sign-in");
    }

    @Test
    void the_shipped_suite_passes_once_its_screenshot_is_approved() throws Exception {
        JsonNode first = server.awaitEnd(start("smoke"));

        assertThat(first.path("status").asText()).as(first.toPrettyString()).isEqualTo("completed");
        assertThat(first.path("outcome").asText()).isEqualTo("failed");
        assertThat(first.at("/results/total").asInt()).isEqualTo(4);
        assertThat(first.at("/results/passed").asInt()).isEqualTo(3);
        assertThat(first.path("failures")).hasSize(1);
        assertThat(first.at("/failures/0/test").asText()).isEqualTo("[chromium] smoke.spec.ts › looks as before");
        String address = server.api() + "/runs/" + first.path("runId").asText() + "/screenshots";
        assertThat(ada.get(address).at("/screenshots/0/reason").asText()).isEqualTo("no_baseline");
        assertThat(ada.exchange("PUT", address + "/page.png/approve", "").statusCode())
                .isEqualTo(200);

        JsonNode second = server.awaitEnd(start("smoke"));

        assertThat(second.path("outcome").asText()).as(second.toPrettyString()).isEqualTo("passed");
    }

    @Test
    void a_run_that_is_cancelled_leaves_no_browser_behind() throws Exception {
        String run = start("hangs");
        awaitBrowser(run);

        int status = ada.exchange("DELETE", server.api() + "/runs/" + run, "").statusCode();

        assertThat(status).isEqualTo(200);
        assertThat(ada.get(server.api() + "/runs/" + run).path("status").asText())
                .isEqualTo("cancelled");
        for (ProcessHandle browser : server.browsers()) {
            browser.onExit().join();
        }
    }

    /** The test begins before its browser does. */
    private void awaitBrowser(String run) throws IOException {
        try (BufferedReader events = new BufferedReader(
                new InputStreamReader(ada.stream(server.api() + "/runs/" + run + "/events"), StandardCharsets.UTF_8))) {
            assertThat(events.lines().anyMatch(line -> line.contains("\"status\":\"running\",\"attempts\":1")))
                    .isTrue();
        }
        while (server.browsers().isEmpty() && !Thread.interrupted()) {
            Thread.yield();
        }
    }

    @Test
    void a_broken_suite_is_listed_with_its_error_and_its_runs_are_invalid() throws Exception {
        JsonNode suite = ada.get(server.api() + "/suites/broken");
        while (suite.path("testCount").isNull()) {
            suite = ada.get(server.api() + "/suites/broken");
        }

        JsonNode run = server.awaitEnd(start("broken"));

        assertThat(suite.path("error").asText()).contains("no configuration today");
        assertThat(run.path("status").asText()).isEqualTo("failed");
        assertThat(run.at("/error/code").asText()).isEqualTo("SUITE_INVALID");
    }
}
