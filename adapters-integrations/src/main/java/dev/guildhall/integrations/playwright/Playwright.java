package dev.guildhall.integrations.playwright;

import dev.guildhall.integrations.process.ProcessTree;
import dev.guildhall.ports.run.Browser;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Node.js, Playwright Test and the browsers of this machine. Playwright Test is installed once into the data directory,
 * for suites that do not have their own.
 */
public final class Playwright {
    /** The version that is installed for suites without their own. */
    static final String VERSION = "1.65.1";

    private static final Logger LOG = System.getLogger(Playwright.class.getName());
    private static final int OLDEST_NODE = 20;
    private static final Duration INSTALLATION = Duration.ofMinutes(5);
    private static final Duration QUESTION = Duration.ofSeconds(20);
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(10);
    private static final String[] NONE = {};
    /** The names of Chromium on a path, as in the configuration of runs. */
    private static final List<String> CHROMIUM =
            List.of("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable");

    static final String TEST = "@playwright/test";

    private final Path folder;
    private final Map<String, String> environment;
    private final Optional<Path> chromium;
    private final ReentrantLock installing = new ReentrantLock();
    private final Object looking = new Object();
    private Optional<Path> node = Optional.empty();
    /** Why Node.js is missing, and since when that is known. */
    private Optional<RunnerUnavailable> missing = Optional.empty();

    private long missingSince;

    /**
     * The programs of a machine.
     *
     * @param folder where Playwright Test is installed, and where browsers store shared files
     * @param environment the environment of this process: {@code PATH}, {@code HOME}, and npm's settings for its
     *     registry
     * @param chromium the browser that is used as Chromium; absent means Playwright's own, then one on the path
     */
    public Playwright(Path folder, Map<String, String> environment, Optional<Path> chromium) {
        this.folder = folder;
        this.environment = Map.copyOf(environment);
        this.chromium = chromium;
    }

    /** The path of Node.js. Its absence is cached for {@link #LOOK_AGAIN}, since the check starts a process. */
    Path node() throws RunnerUnavailable {
        synchronized (looking) {
            if (node.isEmpty()) {
                if (missing.isPresent() && System.nanoTime() - missingSince < LOOK_AGAIN.toNanos()) {
                    throw missing.get();
                }
                try {
                    node = Optional.of(find());
                } catch (RunnerUnavailable none) {
                    missing = Optional.of(none);
                    missingSince = System.nanoTime();
                    throw none;
                }
            }
            return node.get();
        }
    }

    private Path find() throws RunnerUnavailable {
        Path found = onPath("node")
                .orElseThrow(() -> new RunnerUnavailable(
                        "Node.js " + OLDEST_NODE + " or newer is needed, and there is no node on the PATH"));
        String version =
                Command.output(List.of(found.toString(), "--version"), QUESTION).strip();
        String major = version.replaceFirst("^v(\\d+).*$", "$1");
        if (!major.matches("\\d{1,6}") || Integer.parseInt(major) < OLDEST_NODE) {
            throw new RunnerUnavailable("Node.js " + OLDEST_NODE + " or newer is needed; node is " + version);
        }
        return found;
    }

    /** A program on the path. */
    Optional<Path> onPath(String name) {
        return Stream.of(path().split(File.pathSeparator))
                .filter(directory -> !directory.isEmpty())
                .map(directory -> Path.of(directory, name))
                .filter(file -> Files.isExecutable(file) && !Files.isDirectory(file))
                .findFirst();
    }

    /** The configured browser, which takes precedence over Playwright's own. */
    Optional<Path> chromium() {
        return chromium;
    }

    Map<String, String> environment() {
        return environment;
    }

    /** The directory of Playwright's own browsers; empty when they are not installed. */
    Optional<Path> browsers() {
        Optional<Path> given =
                Optional.ofNullable(environment.get("PLAYWRIGHT_BROWSERS_PATH")).map(Path::of);
        Path home = Path.of(environment.getOrDefault("HOME", "/"));
        return given.or(
                () -> Stream.of(home.resolve(".cache/ms-playwright"), home.resolve("Library/Caches/ms-playwright"))
                        .filter(Files::isDirectory)
                        .findFirst());
    }

    /** Playwright's own browsers, and Chromium where it is configured or on the path. */
    Set<Browser> installedBrowsers() {
        return Stream.of(Browser.values())
                .filter(browser -> isOwn(browser) || (browser == Browser.CHROMIUM && isChromiumHere()))
                .collect(Collectors.toSet());
    }

    private boolean isChromiumHere() {
        return chromium.isPresent()
                || CHROMIUM.stream().anyMatch(name -> onPath(name).isPresent());
    }

    private boolean isOwn(Browser browser) {
        String[] folders = browsers().map(place -> place.toFile().list()).orElse(NONE);
        String prefix = RunSettings.name(browser);
        return Stream.of(Objects.requireNonNullElse(folders, NONE))
                .anyMatch(name -> name.startsWith(prefix + "-") || name.startsWith(prefix + "_headless_shell-"));
    }

    /** Where Playwright Test is installed. */
    Path folder() {
        return folder;
    }

    /** The directory that all runs share, for example for caches of fonts. */
    Path cache() throws IOException {
        return Files.createDirectories(folder.resolve("cache"));
    }

    String path() {
        return environment.getOrDefault("PATH", "");
    }

    /**
     * The Playwright Test that a suite runs with: its own, found as Node.js finds packages, or the installed one, which
     * is linked next to the suites.
     *
     * @return the folder of the package
     */
    Path forSuite(Path suite) throws RunnerUnavailable {
        try {
            Optional<Path> own = resolve(suite.toRealPath());
            if (own.isEmpty()) {
                link(suite.toAbsolutePath().resolveSibling("node_modules"));
                own = resolve(suite.toAbsolutePath());
            }
            return own.orElseThrow(() -> new RunnerUnavailable(
                    "the directory of suites has a node_modules without " + TEST + ": install it there"));
        } catch (IOException failed) {
            throw new RunnerUnavailable("Playwright Test cannot be linked into the directory of suites: "
                    + PlaywrightRunner.reason(failed));
        }
    }

    private static Optional<Path> resolve(Path suite) throws IOException {
        for (Path folder = suite; folder != null; folder = folder.getParent()) {
            Path found = folder.resolve("node_modules").resolve(TEST);
            if (Files.isRegularFile(found.resolve("cli.js"))) {
                return Optional.of(found.toRealPath());
            }
        }
        return Optional.empty();
    }

    private void link(Path link) throws IOException, RunnerUnavailable {
        if (Files.exists(link)) {
            return;
        }
        Path ours = installed().resolve("node_modules");
        if (Files.isSymbolicLink(link) && !Files.exists(link)) {
            Files.deleteIfExists(link);
        }
        if (!Files.exists(link)) {
            Files.createSymbolicLink(link, ours);
        }
    }

    /** The folder of the installed Playwright Test; installs it when it is missing. */
    Path installed() throws RunnerUnavailable {
        Path place = folder.resolve("playwright-" + VERSION);
        if (Files.isDirectory(place)) {
            return place;
        }
        installing.lock();
        try {
            Files.createDirectories(folder);
            try (FileChannel file = FileChannel.open(
                            folder.resolve("install.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock lock = file.lock()) {
                if (lock.isValid() && !Files.isDirectory(place)) {
                    install(place);
                }
            }
            return place;
        } catch (IOException failed) {
            throw new RunnerUnavailable("Playwright Test cannot be installed: " + PlaywrightRunner.reason(failed));
        } finally {
            installing.unlock();
        }
    }

    private void install(Path place) throws IOException, RunnerUnavailable {
        Path npm = onPath("npm")
                .orElseThrow(() ->
                        new RunnerUnavailable("npm is needed to install Playwright Test, and is not on the PATH"));
        Path unfinished = Files.createTempDirectory(folder, "installing");
        LOG.log(Level.INFO, "installing {0} {1} into {2}", TEST, VERSION, place);
        try {
            Path log = unfinished.resolve("npm.log");
            ProcessBuilder builder = new ProcessBuilder(
                            npm.toString(),
                            "install",
                            "--ignore-scripts",
                            "--no-audit",
                            "--no-fund",
                            "--no-save",
                            "--prefix",
                            unfinished.toString(),
                            TEST + "@" + VERSION)
                    .directory(unfinished.toFile())
                    .redirectErrorStream(true)
                    .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                    .redirectOutput(log.toFile());
            Process process = ChildEnvironment.narrow(builder).start();
            boolean ended = process.waitFor(INSTALLATION.toSeconds(), TimeUnit.SECONDS);
            new ProcessTree(process, RunFolder.mark(unfinished)).kill();
            if (!ended || process.exitValue() != 0) {
                String why = ended ? lastLines(log) : "npm took longer than " + INSTALLATION.toMinutes() + " minutes";
                throw new RunnerUnavailable("npm cannot install Playwright Test: " + why);
            }
            Files.move(unfinished, place);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new RunnerUnavailable("the server is stopping");
        } finally {
            ServerFolder.delete(unfinished);
        }
    }

    private static String lastLines(Path log) {
        try (InputStream text = Files.newInputStream(log)) {
            String all = new String(text.readNBytes(100_000), StandardCharsets.UTF_8).strip();
            return all.substring(Math.max(0, all.length() - 500));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
