package dev.guildhall.integrations.playwright;

import dev.guildhall.core.inmemory.InMemoryBlobStore;
import dev.guildhall.ports.run.BlobStore;
import dev.guildhall.ports.run.RunOptions;
import dev.guildhall.ports.run.Suite;
import dev.guildhall.ports.run.SuiteName;
import dev.guildhall.ports.run.SuiteRunner;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Stream;

/** A directory of suites for tests, with the programs of this machine. */
public final class TestSuites {
    /** Playwright Test is installed once for all tests of this machine. */
    private static final Path TOOLS = Path.of(
            Optional.ofNullable(System.getenv("XDG_CACHE_HOME")).orElse(System.getProperty("user.home") + "/.cache"),
            "guildhall",
            "test-runner");

    /** A machine that is busy may take long to count. */
    private static final Duration COUNTED = Duration.ofMinutes(2);

    /** A host that no run may reach, although it is this machine. */
    static final String FORBIDDEN = "forbidden.localhost";

    /** All addresses of this machine, by every other name. */
    static final RunTargets TARGETS = (host, port) -> {
        boolean isHere = host.equals("localhost") || host.endsWith(".localhost");
        List<InetAddress> found =
                isHere ? List.of(InetAddress.getLoopbackAddress()) : List.of(InetAddress.getAllByName(host));
        return host.equals(FORBIDDEN) ? List.of() : found;
    };

    final Path folder;
    final Playwright playwright;
    final Launcher launcher;
    final ServerFolder server;
    final BlobStore content = new InMemoryBlobStore(InstantSource.system());
    final DiskSuites catalog;
    private final Map<String, List<Recorded>> runs = new HashMap<>();

    /**
     * A directory of suites.
     *
     * @param path the directories of programs
     */
    TestSuites(Path folder, String path, Function<Playwright, Launcher> launcher) {
        Map<String, String> environment = new TreeMap<>(System.getenv());
        environment.put("PATH", path);
        this.folder = folder;
        this.playwright = new Playwright(TOOLS, environment, Optional.empty());
        this.launcher = launcher.apply(playwright);
        this.server = new ServerFolder(folder.resolve("t"));
        this.catalog = new DiskSuites(folder.resolve("s"), playwright, this.launcher, server, COUNTED, COUNTED);
    }

    static Launcher inProcesses(Playwright playwright) {
        return new ProcessLauncher(playwright, TARGETS);
    }

    static Launcher inContainers(Playwright playwright) {
        return new ContainerLauncher(playwright, TARGETS);
    }

    /** The only run of a suite at whose parts several tests look. */
    Recorded once(String suite) throws Exception {
        Callable<List<Recorded>> run =
                () -> List.of(Recorded.run(runner(), Recorded.assignment(read(suite), RunOptions.DEFAULT, List.of())));
        return once(suite, run).getFirst();
    }

    /** The only runs of a suite at whose parts several tests look. */
    List<Recorded> once(String suite, Callable<List<Recorded>> run) throws Exception {
        Optional<List<Recorded>> known = Optional.ofNullable(runs.get(suite));
        if (known.isPresent()) {
            return known.get();
        }
        List<Recorded> all = run.call();
        runs.put(suite, all);
        return all;
    }

    SuiteRunner runner() {
        return runner(content);
    }

    SuiteRunner runner(BlobStore blobs) {
        return new PlaywrightRunner(playwright, launcher, TARGETS, server, blobs);
    }

    /** Writes a file of a suite. */
    TestSuites with(String suite, String file, String text) throws IOException {
        Path place = folder.resolve("s").resolve(suite).resolve(file);
        Files.createDirectories(place.getParent());
        Files.writeString(place, text);
        return this;
    }

    TestSuites with(String suite, Map<String, String> files) throws IOException {
        for (Map.Entry<String, String> file : files.entrySet()) {
            with(suite, file.getKey(), file.getValue());
        }
        return this;
    }

    /** The paths of the files of a suite. */
    List<String> files(String suite) throws IOException {
        Path place = folder.resolve("s").resolve(suite);
        try (Stream<Path> files = Files.walk(place)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> place.relativize(file).toString())
                    .toList();
        }
    }

    /** The suite with its tests, which Playwright is started to count. */
    Suite find(String suite) {
        return catalog.find(new SuiteName(suite)).orElseThrow();
    }

    /** The suite as its files describe it, which is enough for a run. */
    Suite read(String suite) {
        return SuiteFile.read(new SuiteName(suite), folder.resolve("s").resolve(suite));
    }
}
