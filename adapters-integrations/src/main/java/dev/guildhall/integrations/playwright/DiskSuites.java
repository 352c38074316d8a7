package dev.guildhall.integrations.playwright;

import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.run.RunEvent;
import dev.guildhall.ports.run.Suite;
import dev.guildhall.ports.run.SuiteCatalog;
import dev.guildhall.ports.run.SuiteName;
import dev.guildhall.ports.run.TestName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The suites below a directory. Playwright counts their tests in the background; a count is valid until a file of the
 * suite changes.
 */
public final class DiskSuites implements SuiteCatalog, AutoCloseable {
    private static final Logger LOG = System.getLogger(DiskSuites.class.getName());
    private static final Duration COUNT = Duration.ofSeconds(60);
    /** How long a list waits for suites that are being counted. */
    private static final Duration LISTING = Duration.ofSeconds(3);
    /** How long a caller who asks for one suite waits for its count. */
    private static final Duration FINDING = Duration.ofSeconds(10);
    /** How long counts may take to end their processes. */
    private static final Duration STOP = Duration.ofSeconds(10);

    private static final int MOST_FILES = 20_000;
    private static final int MOST_ERROR = 4_000;

    private final Path directory;
    private final Playwright playwright;
    private final Launcher launcher;
    private final ServerFolder server;
    private final Duration listing;
    private final Duration finding;
    private final Map<SuiteName, Counted> counted = new ConcurrentHashMap<>();
    private final Map<Version, CompletableFuture<Suite>> running = new ConcurrentHashMap<>();
    /** Each counting Playwright process uses a processor. */
    private final Semaphore counting =
            new Semaphore(Math.max(1, Runtime.getRuntime().availableProcessors() / 2));

    private final ExecutorService background = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("suite-count").factory());

    /** A suite as it was counted when its files had that fingerprint. */
    private record Counted(long fingerprint, Suite suite) {}

    private record Version(SuiteName name, long fingerprint) {}

    /**
     * Creates the catalogue of suites.
     *
     * @param directory the directory that contains a directory for each suite
     * @param launcher starts Playwright to count the tests
     * @param server gives Playwright a folder while it counts
     */
    public DiskSuites(Path directory, Playwright playwright, Launcher launcher, ServerFolder server) {
        this(directory, playwright, launcher, server, LISTING, FINDING);
    }

    DiskSuites(
            Path directory,
            Playwright playwright,
            Launcher launcher,
            ServerFolder server,
            Duration listing,
            Duration finding) {
        this.listing = listing;
        this.finding = finding;
        this.directory = directory;
        this.playwright = playwright;
        this.launcher = launcher;
        this.server = server;
    }

    /** Begins to count the tests of all suites, and returns. */
    public void start() {
        background.execute(() -> {
            try {
                counted();
            } catch (UncheckedIOException unreadable) {
                LOG.log(Level.WARNING, "the suites cannot be counted: {0}", unreadable.getMessage());
            } catch (Refusal stopped) {
                // The server is stopping already.
            }
        });
    }

    /**
     * Ends the counts and their processes, and deletes the folder of their files. Call it after all runs have ended.
     */
    @Override
    public void close() {
        background.shutdownNow();
        try {
            if (!background.awaitTermination(STOP.toNanos(), TimeUnit.NANOSECONDS)) {
                LOG.log(Level.WARNING, "a count of tests has not ended within {0} s", STOP.toSeconds());
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        server.leave();
    }

    @Override
    public List<Suite> all() {
        Map<SuiteName, CompletableFuture<Suite>> suites = counted();
        long end = System.nanoTime() + listing.toNanos();
        return suites.entrySet().stream()
                .map(suite -> await(suite.getValue(), Duration.ofNanos(Math.max(0, end - System.nanoTime())))
                        .orElseGet(() -> uncounted(suite.getKey())))
                .toList();
    }

    private Map<SuiteName, CompletableFuture<Suite>> counted() {
        Map<SuiteName, CompletableFuture<Suite>> suites = new LinkedHashMap<>();
        for (SuiteName name : names()) {
            try {
                suites.put(name, counted(name));
            } catch (NoSuchFileException | NotDirectoryException removed) {
                // The folder existed a moment ago.
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
        }
        return suites;
    }

    private List<SuiteName> names() {
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
                .toList();
    }

    private Suite uncounted(SuiteName name) {
        return former(name).orElseGet(() -> SuiteFile.read(name, directory.resolve(name.value())));
    }

    private Optional<Suite> former(SuiteName name) {
        return Optional.ofNullable(counted.get(name)).map(Counted::suite);
    }

    @Override
    public Optional<Suite> read(SuiteName name) {
        return isThere(name) ? Optional.of(SuiteFile.read(name, directory.resolve(name.value()))) : Optional.empty();
    }

    private boolean isThere(SuiteName name) {
        return !name.value().equals("node_modules") && Files.isDirectory(directory.resolve(name.value()));
    }

    @Override
    public Optional<Suite> find(SuiteName name) {
        if (!isThere(name)) {
            return Optional.empty();
        }
        try {
            return Optional.of(await(counted(name), finding).orElseGet(() -> uncounted(name)));
        } catch (NoSuchFileException | NotDirectoryException removed) {
            return Optional.empty();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static Optional<Suite> await(CompletableFuture<Suite> suite, Duration atMost) {
        try {
            return Optional.of(suite.get(atMost.toNanos(), TimeUnit.NANOSECONDS));
        } catch (TimeoutException counting) {
            return Optional.empty();
        } catch (ExecutionException failed) {
            throw new IllegalStateException("the tests of a suite cannot be counted", failed.getCause());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Refusal(new CommonProblem.Cancelled());
        }
    }

    private CompletableFuture<Suite> counted(SuiteName name) throws IOException {
        Path folder = directory.resolve(name.value());
        Version version = new Version(name, fingerprint(folder));
        Optional<Suite> known = Optional.ofNullable(counted.get(name))
                .filter(one -> one.fingerprint() == version.fingerprint())
                .map(Counted::suite);
        if (known.isPresent()) {
            return CompletableFuture.completedFuture(known.get());
        }
        Optional<List<TestName>> shipped = ShippedSuites.tests(folder);
        if (shipped.isPresent()) {
            Suite suite = with(SuiteFile.read(name, folder), shipped, Optional.empty());
            counted.put(name, new Counted(version.fingerprint(), suite));
            return CompletableFuture.completedFuture(suite);
        }
        CompletableFuture<Suite> started = new CompletableFuture<>();
        CompletableFuture<Suite> first = running.putIfAbsent(version, started);
        if (first != null) {
            return first;
        }
        try {
            background.execute(() -> count(version, folder, started));
            return started;
        } catch (RejectedExecutionException stopped) {
            running.remove(version);
            throw new Refusal(new CommonProblem.Cancelled());
        }
    }

    private void count(Version version, Path folder, CompletableFuture<Suite> suite) {
        try {
            counting.acquire();
            try {
                Suite now = count(version, folder);
                running.remove(version);
                suite.complete(now);
            } finally {
                counting.release();
            }
        } catch (IOException | InterruptedException | RuntimeException failed) {
            running.remove(version);
            suite.completeExceptionally(failed);
        }
    }

    /** Computed from the paths, sizes and times of all files, without those of packages. */
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
                // The file system determines the order of files: a sum does not depend on the order.
                sum[0] += one * 0x9E3779B97F4A7C15L;
                return ++files[0] < MOST_FILES ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
            }
        });
        return sum[0];
    }

    /**
     * Counts the tests. A program that is missing on this machine may be installed later without a change of the suite,
     * and a count whose process was killed may succeed the next time: so such a failed count is not stored, and the
     * previous count is shown.
     */
    private Suite count(Version version, Path folder) throws IOException, InterruptedException {
        Suite said = SuiteFile.read(version.name(), folder);
        try {
            List<TestName> tests = new ArrayList<>();
            Optional<String> error = said.error().isPresent() ? said.error() : count(said, tests);
            Suite suite = with(said, Optional.of(tests), error);
            counted.put(version.name(), new Counted(version.fingerprint(), suite));
            return suite;
        } catch (RunnerUnavailable missing) {
            return with(said, former(version.name()).flatMap(Suite::tests), Optional.of(missing.what()));
        }
    }

    private static Suite with(Suite said, Optional<List<TestName>> tests, Optional<String> error) {
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
            ServerPaths paths = ServerPaths.of(launch, playwright);
            try (RunEventReader reader =
                            new RunEventReader(folder, DiscardingBlobStore.STORE, paths, DiskSuites::ignore);
                    TestProcess process = launcher.start(launch)) {
                if (!process.awaitEnd(COUNT)) {
                    throw new RunnerUnavailable("the tests cannot be counted within " + COUNT.toSeconds() + " s");
                }
                reader.read();
                if (reader.tests().isEmpty() && launcher.isStartFailure(process.exitCode())) {
                    throw new RunnerUnavailable(paths.hide(process.lastPrinted()));
                }
                tests.addAll(reader.tests());
                Optional<String> error = reader.loadError();
                boolean failed = process.exitCode() != 0 && tests.isEmpty();
                if (failed && process.wasKilled()) {
                    throw new RunnerUnavailable(
                            "the process that counts the tests was killed: exit code " + process.exitCode());
                }
                Optional<String> why = error.isPresent() || !failed ? error : Optional.of(process.lastPrinted());
                return why.map(paths::hide);
            } catch (RunFailed failed) {
                return Optional.of(failed.error().message());
            }
        }
    }

    private static void ignore(RunEvent event) {}
}
