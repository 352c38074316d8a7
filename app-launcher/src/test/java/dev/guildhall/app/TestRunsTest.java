package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.ports.contract.Needs;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs of suites in a real browser against a server of our own, over HTTP (spec/3, contract 7). */
@Timeout(180)
class TestRunsTest {
    private static Optional<ServerProcess> server = Optional.empty();
    private static String api = "";
    private static String root = "";
    private static Web ada = new Web("");

    @BeforeAll
    static void start(@TempDir Path folder) throws IOException {
        Needs.orSkip(onPath("chromium", "google-chrome"), "there is no Chromium");
        Needs.orSkip(onPath("node"), "there is no Node.js");
        Path data = Files.createDirectory(
                folder.resolve("data"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Path tools =
                Files.createDirectories(Path.of(System.getProperty("user.home"), ".cache", "guildhall", "test-runner"));
        Files.createSymbolicLink(data.resolve("runner"), tools);
        write(data.resolve("suites/hangs/hangs.spec.ts"), """
            import { test } from '@playwright/test';
            test('hangs', async ({ page }) => { await page.goto('data:text/html,hi'); await page.waitForTimeout(600_000); });
            """);
        write(data.resolve("suites/broken/playwright.config.ts"), "throw new Error('no configuration today');");
        server = Optional.of(ServerProcess.start(
                folder,
                Map.of(
                        "GUILDHALL_DATA_DIR", data.toString(),
                        "GUILDHALL_DATABASE_URL", "memory",
                        "GUILDHALL_EMBEDDINGS", "off",
                        "GUILDHALL_PORT", "0")));
        api = server.get().address("runs");
        root = api.replace("/api/v1", "");
        ada = new Web(server.get().address("account"));
        ada.register();
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static Optional<Path> onPath(String... names) {
        return Stream.of(System.getenv("PATH").split(":"))
                .flatMap(folder -> Arrays.stream(names).map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    @AfterAll
    static void stop() {
        server.ifPresent(ServerProcess::close);
    }

    private static String start(String suite) {
        JsonNode run = ada.post(
                api + "/runs",
                "{\"suite\":\"" + suite + "\",\"target\":\"" + root + "/docs\",\"browsers\":[\"chromium\"]}");
        assertThat(run.path("status").asText()).as(run.toString()).isEqualTo("queued");
        return run.path("runId").asText();
    }

    /** The stream of events ends with the run. */
    private static JsonNode awaitEnd(String runId) throws IOException {
        try (InputStream events = ada.stream(api + "/runs/" + runId + "/events")) {
            events.readAllBytes();
        }
        return ada.get(api + "/runs/" + runId);
    }

    @Test
    void the_shipped_suite_passes_once_its_screenshot_is_approved() throws Exception {
        JsonNode first = awaitEnd(start("smoke"));

        assertThat(first.path("status").asText()).as(first.toPrettyString()).isEqualTo("completed");
        assertThat(first.path("outcome").asText()).isEqualTo("failed");
        assertThat(first.at("/results/total").asInt()).isEqualTo(4);
        assertThat(first.at("/results/passed").asInt()).isEqualTo(3);
        assertThat(first.path("failures")).hasSize(1);
        assertThat(first.at("/failures/0/test").asText()).isEqualTo("[chromium] smoke.spec.ts › looks as before");
        String address = api + "/runs/" + first.path("runId").asText() + "/screenshots";
        assertThat(ada.get(address).at("/screenshots/0/reason").asText()).isEqualTo("no_baseline");
        assertThat(ada.exchange("PUT", address + "/page.png/approve", "").statusCode())
                .isEqualTo(200);

        JsonNode second = awaitEnd(start("smoke"));

        assertThat(second.path("outcome").asText()).as(second.toPrettyString()).isEqualTo("passed");
    }

    @Test
    void a_run_that_is_cancelled_leaves_no_browser_behind() throws Exception {
        String run = start("hangs");
        awaitBrowser(run);

        int status = ada.exchange("DELETE", api + "/runs/" + run, "").statusCode();

        assertThat(status).isEqualTo(200);
        assertThat(ada.get(api + "/runs/" + run).path("status").asText()).isEqualTo("cancelled");
        for (ProcessHandle browser : browsers()) {
            browser.onExit().join();
        }
    }

    /** The test begins before its browser does. */
    private static void awaitBrowser(String run) throws IOException {
        try (BufferedReader events = new BufferedReader(
                new InputStreamReader(ada.stream(api + "/runs/" + run + "/events"), StandardCharsets.UTF_8))) {
            assertThat(events.lines().anyMatch(line -> line.contains("\"status\":\"running\",\"attempts\":1")))
                    .isTrue();
        }
        while (browsers().isEmpty() && !Thread.interrupted()) {
            Thread.onSpinWait();
        }
    }

    private static List<ProcessHandle> browsers() {
        return server.orElseThrow()
                .descendants()
                .filter(child -> child.info()
                        .command()
                        .filter(name -> name.contains("chrom"))
                        .isPresent())
                .toList();
    }

    @Test
    void a_broken_suite_is_listed_with_its_error_and_its_runs_are_invalid() throws Exception {
        JsonNode suite = ada.get(api + "/suites/broken");
        while (suite.path("testCount").isNull()) {
            suite = ada.get(api + "/suites/broken");
        }

        JsonNode run = awaitEnd(start("broken"));

        assertThat(suite.path("error").asText()).contains("no configuration today");
        assertThat(run.path("status").asText()).isEqualTo("failed");
        assertThat(run.at("/error/code").asText()).isEqualTo("SUITE_INVALID");
    }
}
