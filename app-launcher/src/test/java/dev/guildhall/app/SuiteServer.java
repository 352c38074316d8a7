package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.testkit.contract.Needs;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** A server that runs suites in the browser of this machine, and a user who is signed in. */
final class SuiteServer implements AutoCloseable {
    static final Path SUITES = Path.of("src", "test", "suites");
    private final ServerProcess process;
    private final Web ada;

    private SuiteServer(ServerProcess process) {
        this.process = process;
        this.ada = new Web(process.address("account"));
        ada.register();
    }

    /** A data directory with an empty directory {@code suites}; the test is skipped when there is no browser. */
    static Path dataIn(Path folder) throws IOException {
        Needs.orSkip(onPath("chromium-headless-shell", "chromium", "google-chrome"), "there is no Chromium");
        Needs.orSkip(onPath("node"), "there is no Node.js");
        Path data = Files.createDirectory(
                folder.resolve("data"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        // Playwright Test is installed once for all tests of this machine.
        Path tools =
                Files.createDirectories(Path.of(System.getProperty("user.home"), ".cache", "guildhall", "test-runner"));
        Files.createSymbolicLink(data.resolve("runner"), tools);
        Files.createDirectory(data.resolve("suites"));
        return data;
    }

    /** The folder of that suite in the data directory, with its files. */
    static Path copied(String suite, Path data) throws IOException {
        Path to = Files.createDirectory(data.resolve("suites").resolve(suite));
        try (Stream<Path> files = Files.list(SUITES.resolve(suite))) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
        return to;
    }

    /** Lets a suite use packages from npm; the test is skipped when they are not there. */
    static void link(Path suite, String... packages) throws IOException {
        Path modules = Files.createDirectories(suite.resolve("node_modules"));
        for (String name : packages) {
            Optional<Path> installed = Optional.ofNullable(System.getenv("GUILDHALL_TEST_NPM"))
                    .map(folder -> Path.of(folder, "node_modules", name))
                    .filter(Files::isDirectory);
            Path there = Needs.orSkip(installed, "there is no " + name + " in GUILDHALL_TEST_NPM");
            Files.createSymbolicLink(modules.resolve(name), there);
        }
    }

    /** The tests of a run that failed, with their errors. */
    static List<String> failures(JsonNode run) {
        Stream<JsonNode> failures = StreamSupport.stream(run.path("failures").spliterator(), false);
        return failures.map(each ->
                        each.path("test").asText() + "\n" + each.path("error").asText())
                .toList();
    }

    private static Optional<Path> onPath(String... names) {
        return Stream.of(System.getenv("PATH").split(":"))
                .flatMap(folder -> Arrays.stream(names).map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** A server that stores nothing but files. */
    static SuiteServer start(Path folder, Path data, Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(more);
        settings.put("GUILDHALL_DATABASE_URL", "memory");
        return started(folder, data, settings);
    }

    /** A server whose PostgreSQL is in the data directory. */
    static SuiteServer startWithPostgres(Path folder, Path data, Map<String, String> more) throws IOException {
        ServerCache.get().lendPostgres(data);
        return started(folder, data, more);
    }

    private static SuiteServer started(Path folder, Path data, Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(more);
        settings.put("GUILDHALL_DATA_DIR", data.toString());
        settings.put("GUILDHALL_EMBEDDINGS", "off");
        settings.put("GUILDHALL_PORT", "0");
        return new SuiteServer(ServerProcess.start(folder, settings));
    }

    String api() {
        return process.address("runs");
    }

    /** The path of the link that the server printed, which makes its user the administrator. */
    String setupLink() {
        return process.printed().replaceFirst("(?s).*(/setup#[\\w-]+).*", "$1");
    }

    Web ada() {
        return ada;
    }

    /** Starts a run against a page of this server; returns its id. */
    String begin(String suite, String path) {
        String target = process.root() + path;
        JsonNode run = ada.post(api() + "/runs", "{\"suite\":\"" + suite + "\",\"target\":\"" + target + "\"}");
        assertThat(run.path("status").asText()).as(run.toString()).isEqualTo("queued");
        return run.path("runId").asText();
    }

    /** The stream of events ends with the run. */
    JsonNode awaitEnd(String runId) throws IOException {
        try (InputStream events = ada.stream(api() + "/runs/" + runId + "/events")) {
            events.readAllBytes();
        }
        return ada.get(api() + "/runs/" + runId);
    }

    /** The browser processes that it has started. */
    List<ProcessHandle> browsers() {
        return process.descendants()
                .filter(child -> child.info()
                        .command()
                        .filter(name -> name.contains("chrom"))
                        .isPresent())
                .toList();
    }

    @Override
    public void close() {
        process.close();
    }
}
