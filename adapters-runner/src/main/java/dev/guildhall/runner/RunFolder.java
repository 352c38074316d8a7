package dev.guildhall.runner;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.guildhall.ports.run.Baseline;
import dev.guildhall.ports.run.BlobStore;
import dev.guildhall.ports.run.Suite;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The folder of one run, or of one count of tests: the wrapper configuration and its settings, the private copy of the
 * baselines, and all that the run writes. For one use.
 */
final class RunFolder implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();
    private static final List<String> SCRIPTS = List.of("guildhall.config.mjs", "guildhall.reporter.mjs");
    private static final List<String> CONFIGURATIONS = List.of(
            "playwright.config.ts",
            "playwright.config.mts",
            "playwright.config.cts",
            "playwright.config.js",
            "playwright.config.mjs",
            "playwright.config.cjs");

    private final Path folder;

    private RunFolder(Path folder) {
        this.folder = folder;
    }

    static RunFolder in(ServerProcess server) throws IOException {
        RunFolder made = new RunFolder(server.newFolder());
        for (String script : SCRIPTS) {
            try (InputStream content = RunFolder.class.getResourceAsStream(script)) {
                if (content == null) {
                    throw new IllegalStateException(script + " is not on the class path");
                }
                Files.copy(content, made.folder.resolve(script));
            }
        }
        for (String name : List.of("output", "snapshots", "t", "home")) {
            Files.createDirectory(made.folder.resolve(name));
        }
        Files.createFile(made.events());
        return made;
    }

    Path path() {
        return folder;
    }

    Path config() {
        return folder.resolve(SCRIPTS.getFirst());
    }

    Path events() {
        return folder.resolve("events.jsonl");
    }

    Path report() {
        return folder.resolve("report");
    }

    Path junit() {
        return folder.resolve("junit.xml");
    }

    Path log() {
        return folder.resolve("run.log");
    }

    Path tmp() {
        return folder.resolve("t");
    }

    Path home() {
        return folder.resolve("home");
    }

    /**
     * Writes the settings of the wrapper configuration.
     *
     * @param suite where the suite is for whoever runs it
     * @param here where this folder is for whoever runs it
     * @param more settings besides the paths
     */
    void write(Path suite, Path here, Map<String, Object> more) throws IOException {
        Map<String, Object> settings = new LinkedHashMap<>(more);
        settings.put("suite", suite.toString());
        settings.put("events", here.resolve("events.jsonl").toString());
        settings.put("output", here.resolve("output").toString());
        settings.put("snapshots", here.resolve("snapshots").toString());
        settings.put("bodies", here.resolve("bodies").toString());
        settings.put("report", here.resolve("report").toString());
        settings.put("junit", here.resolve("junit.xml").toString());
        settings.putIfAbsent("baselines", List.of());
        Files.writeString(folder.resolve("run.json"), JSON.writeValueAsString(settings), StandardCharsets.UTF_8);
    }

    /** The configuration of a suite, below its directory; empty when it has none. */
    static Optional<String> configOf(Suite suite) {
        return configOf(suite.directory());
    }

    static Optional<String> configOf(Path suite) {
        return CONFIGURATIONS.stream()
                .filter(name -> Files.isRegularFile(suite.resolve(name)))
                .findFirst();
    }

    /** Copies baselines to where the tests look for them. */
    void copy(List<Baseline> baselines, BlobStore blobs) throws IOException {
        for (Baseline baseline : baselines) {
            String project = Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString(baseline.key().project().getBytes(StandardCharsets.UTF_8));
            Path place = folder.resolve("snapshots")
                    .resolve(project)
                    .resolve(baseline.key().file())
                    .resolve(baseline.key().name())
                    .normalize();
            if (!place.startsWith(folder.resolve("snapshots"))) {
                throw new IOException("a baseline leads out of its folder: " + baseline.key());
            }
            Optional<InputStream> content = blobs.open(baseline.image());
            if (content.isPresent()) {
                try (InputStream image = content.get()) {
                    Files.createDirectories(place.getParent());
                    Files.copy(image, place);
                }
            }
        }
    }

    /**
     * A file that the run names, if it is in this folder: what is elsewhere is not the run's to hand out. Links are
     * followed first.
     *
     * @param here where this folder is for whoever runs it
     */
    Optional<Path> own(String file, Path here) {
        try {
            Path named = Path.of(file);
            Path local = named.startsWith(here) ? folder.resolve(here.relativize(named)) : named;
            Path real = local.toRealPath();
            return real.startsWith(folder.toRealPath()) && Files.isRegularFile(real)
                    ? Optional.of(real)
                    : Optional.empty();
        } catch (IOException | IllegalArgumentException missing) {
            return Optional.empty();
        }
    }

    /** The files of the HTML report, at most so many. */
    List<Path> reportFiles(int most) throws IOException {
        if (!Files.isDirectory(report())) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(report())) {
            return files.filter(Files::isRegularFile).sorted().limit(most).toList();
        }
    }

    @Override
    public void close() throws IOException {
        ServerProcess.delete(folder);
    }
}
