package dev.guildhall.integrations.playwright;

import dev.guildhall.integrations.process.ProcessMark;
import dev.guildhall.ports.run.Baseline;
import dev.guildhall.ports.run.BlobStore;
import dev.guildhall.ports.run.Sha256;
import dev.guildhall.wire.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The folder of one run, or of one count of tests: the wrapper configuration and its settings, a private copy of the
 * baselines, and all files that the run writes. For one use.
 */
final class RunFolder implements AutoCloseable {
    private static final Logger LOG = System.getLogger(RunFolder.class.getName());
    private static final List<String> SCRIPTS = List.of(
            "guildhall.config.mjs",
            "guildhall.packages.mjs",
            "guildhall.paths.mjs",
            "guildhall.reporter.mjs",
            "guildhall.proxy.mjs",
            "guildhall.snapshots.mjs",
            "guildhall.video.mjs");
    /** Playwright does not translate packages: the translation takes a third of the start of a process. */
    private static final String PACKAGE = "node_modules/guildhall";

    private static final int UNPRIVILEGED = 1000;
    private static final List<String> CONFIGURATIONS = List.of(
            "playwright.config.ts",
            "playwright.config.mts",
            "playwright.config.cts",
            "playwright.config.js",
            "playwright.config.mjs",
            "playwright.config.cjs");

    private final ServerFolder server;
    private final Path folder;

    private RunFolder(ServerFolder server, Path folder) {
        this.server = server;
        this.folder = folder;
    }

    static RunFolder in(ServerFolder server) throws IOException {
        RunFolder made = new RunFolder(server, server.newFolder());
        try {
            made.fill();
            return made;
        } catch (IOException failed) {
            made.close();
            throw failed;
        }
    }

    private void fill() throws IOException {
        Path scripts = Files.createDirectories(scripts());
        for (String script : SCRIPTS) {
            try (InputStream content = RunFolder.class.getResourceAsStream(script)) {
                if (content == null) {
                    throw new IllegalStateException(script + " is not on the class path");
                }
                Files.copy(content, scripts.resolve(script));
            }
        }
        for (String name : List.of("output", "snapshots", "t", "home")) {
            Files.createDirectory(folder.resolve(name));
        }
        Files.createFile(events());
    }

    ServerFolder server() {
        return server;
    }

    Path path() {
        return folder;
    }

    /** The mark of all processes of the run. */
    ProcessMark mark() {
        return mark(folder);
    }

    /** The mark of the processes of all runs in a folder. */
    static ProcessMark mark(Path folder) {
        return new ProcessMark("GUILDHALL_RUN_FOLDER", folder.toString());
    }

    private Path scripts() {
        return folder.resolve(PACKAGE);
    }

    Path config() {
        return scripts().resolve(SCRIPTS.getFirst());
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

    /** The socket through which a container reaches the target of its run. */
    Path socket() {
        return folder.resolve("target");
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
     * @param suite its directory
     * @param more settings besides the paths
     */
    void write(Path suite, Map<String, Object> more) throws IOException {
        Map<String, Object> settings = new LinkedHashMap<>(more);
        settings.put("suite", suite.toString());
        configOf(suite).ifPresent(config -> settings.put("config", config.toString()));
        settings.put("events", events().toString());
        settings.put("output", folder.resolve("output").toString());
        settings.put("snapshots", folder.resolve("snapshots").toString());
        settings.put("compared", folder.resolve("compared.jsonl").toString());
        settings.put("bodies", folder.resolve("bodies").toString());
        settings.put("report", report().toString());
        settings.put("junit", junit().toString());
        Files.writeString(
                scripts().resolve("run.json"), Json.LENIENT.writeValueAsString(settings), StandardCharsets.UTF_8);
    }

    private static Optional<Path> configOf(Path suite) {
        return CONFIGURATIONS.stream()
                .map(suite::resolve)
                .filter(Files::isRegularFile)
                .findFirst();
    }

    /** Copies baselines to the place where the tests read them. */
    void copy(List<Baseline> baselines, BlobStore blobs) throws IOException {
        for (Baseline baseline : baselines) {
            // The name of a project may be longer than that of a folder.
            String project = Sha256.of(baseline.key().project()).value();
            Path place = folder.resolve("snapshots")
                    .resolve(project)
                    .resolve(baseline.key().file())
                    .resolve(baseline.key().name())
                    .normalize();
            if (!place.startsWith(folder.resolve("snapshots"))) {
                throw new IOException("a baseline lies outside its folder: " + baseline.key());
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
     * A file that the run names, if it is inside this folder: a run must not publish any other file. Symbolic links are
     * resolved first.
     */
    Optional<Path> own(String file) {
        try {
            Path real = Path.of(file).toRealPath();
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

    /**
     * The user of a container who may write to this folder.
     *
     * @param isSubstitute whether the server runs as root, and this is a different user
     */
    record Owner(int user, int group, boolean isSubstitute) {}

    /**
     * The server's own user; for a server that runs as root another user owns the folder, since containers do not run
     * as root.
     */
    Owner owner() throws IOException {
        int user = (int) Files.getAttribute(folder, "unix:uid");
        if (user != 0) {
            return new Owner(user, (int) Files.getAttribute(folder, "unix:gid"), false);
        }
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path one : all.toList()) {
                Files.setAttribute(one, "unix:uid", UNPRIVILEGED, LinkOption.NOFOLLOW_LINKS);
            }
        }
        return new Owner(UNPRIVILEGED, UNPRIVILEGED, true);
    }

    /** Deletes the folder. If that fails, the next server deletes it: the run's result does not depend on it. */
    @Override
    public void close() {
        try {
            ServerFolder.delete(folder);
        } catch (IOException failed) {
            LOG.log(Level.WARNING, "the folder of a run was not deleted: {0}", failed.toString());
        }
    }
}
