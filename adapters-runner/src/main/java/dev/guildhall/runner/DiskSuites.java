package dev.guildhall.runner;

import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.run.RunEvent;
import dev.guildhall.ports.run.Suite;
import dev.guildhall.ports.run.SuiteCatalog;
import dev.guildhall.ports.run.SuiteName;
import dev.guildhall.ports.run.TestName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** The suites below a directory. Playwright counts their tests; the count holds until a file changes. Thread-safe. */
public final class DiskSuites implements SuiteCatalog {
    private static final Duration COUNT = Duration.ofSeconds(60);
    private static final int MOST_FILES = 20_000;
    private static final int MOST_ERROR = 4_000;

    private final Path directory;
    private final Playwright playwright;
    private final Launcher launcher;
    private final ServerProcess server;
    private final Map<SuiteName, Counted> counted = new ConcurrentHashMap<>();
    /** One Playwright at a time counts. */
    private final Semaphore counting = new Semaphore(1);

    /** A suite as it was when its files had that fingerprint. */
    private record Counted(long fingerprint, Suite suite) {}

    /**
     * Suites.
     *
     * @param directory where each suite has its directory
     * @param launcher says where Playwright counts
     * @param server where Playwright writes while it counts
     */
    public DiskSuites(Path directory, Playwright playwright, Launcher launcher, ServerProcess server) {
        this.directory = directory;
        this.playwright = playwright;
        this.launcher = launcher;
        this.server = server;
    }

    @Override
    public List<Suite> all() {
        List<SuiteName> names = new ArrayList<>();
        if (Files.isDirectory(directory)) {
            try (DirectoryStream<Path> folders = Files.newDirectoryStream(directory, Files::isDirectory)) {
                for (Path folder : folders) {
                    String name = folder.getFileName().toString();
                    if (SuiteName.FORM.matcher(name).matches() && !name.equals("node_modules")) {
                        names.add(new SuiteName(name));
                    }
                }
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
        }
        return names.stream()
                .sorted(Comparator.comparing(SuiteName::value))
                .limit(MOST)
                .flatMap(name -> find(name).stream())
                .toList();
    }

    @Override
    public Optional<Suite> find(SuiteName name) {
        Path folder = directory.resolve(name.value());
        if (name.value().equals("node_modules") || !Files.isDirectory(folder)) {
            return Optional.empty();
        }
        try {
            long fingerprint = fingerprint(folder);
            Optional<Counted> known = known(name, fingerprint);
            if (known.isPresent()) {
                return known.map(Counted::suite);
            }
            if (!counting.tryAcquire(COUNT.toSeconds() * 2, TimeUnit.SECONDS)) {
                throw new IOException("the suites take too long to be counted");
            }
            try {
                Counted now = known(name, fingerprint).orElseGet(() -> new Counted(fingerprint, count(name, folder)));
                counted.put(name, now);
                return Optional.of(now.suite());
            } finally {
                counting.release();
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Refusal(new CommonProblem.Cancelled());
        }
    }

    private Optional<Counted> known(SuiteName name, long fingerprint) {
        return Optional.ofNullable(counted.get(name)).filter(one -> one.fingerprint() == fingerprint);
    }

    /** Over the paths, sizes and times of all files but those of packages. */
    private static long fingerprint(Path folder) throws IOException {
        long[] sum = {1};
        int[] files = {0};
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path place, BasicFileAttributes attributes) {
                return place.endsWith("node_modules") ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                long one = folder.relativize(file).toString().hashCode();
                one = one * 31 + attributes.size();
                one = one * 31 + attributes.lastModifiedTime().toMillis();
                // The order of files is the file system's: a sum does not depend on it.
                sum[0] += one * 0x9E3779B97F4A7C15L;
                return ++files[0] < MOST_FILES ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
            }
        });
        return sum[0];
    }

    private Suite count(SuiteName name, Path folder) {
        try {
            Suite said = SuiteFile.read(name, folder);
            if (said.error().isPresent()) {
                return said;
            }
            List<TestName> tests = new ArrayList<>();
            Optional<String> error = count(said, tests);
            return with(said, tests, error);
        } catch (RunnerUnavailable missing) {
            return with(SuiteFile.read(name, folder), List.of(), Optional.of(missing.what()));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Refusal(new CommonProblem.Cancelled());
        }
    }

    private static Suite with(Suite said, List<TestName> tests, Optional<String> error) {
        return new Suite(
                said.name(),
                said.directory(),
                said.description(),
                said.browsers(),
                said.env(),
                said.image(),
                said.defaults(),
                said.acceptsNewBaselines(),
                tests,
                error.map(text -> text.length() <= MOST_ERROR ? text : text.substring(0, MOST_ERROR)));
    }

    private Optional<String> count(Suite said, List<TestName> tests)
            throws IOException, RunnerUnavailable, InterruptedException {
        try (RunFolder folder = RunFolder.in(server)) {
            Launcher.Launch launch = new Launcher.Launch(
                    said,
                    said.directory().toRealPath(),
                    playwright.forSuite(said.directory()),
                    folder,
                    RunSettings.COUNT,
                    Map.of("NO_COLOR", "1"),
                    List.of("--list"),
                    Optional.empty(),
                    1);
            try (EventReader reader = new EventReader(folder, NoContent.STORE, DiskSuites::ignore);
                    TestProcess process = launcher.start(launch)) {
                if (!process.awaitEnd(COUNT)) {
                    return Optional.of("the tests cannot be counted within " + COUNT.toSeconds() + " s");
                }
                reader.read();
                tests.addAll(reader.tests());
                Optional<String> error = reader.loadError();
                boolean failed = process.exitCode() != 0 && tests.isEmpty();
                return error.isPresent() || !failed ? error : Optional.of(process.lastPrinted());
            }
        }
    }

    private static void ignore(RunEvent event) {}
}
