package dev.guildhall.app.training;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import com.sun.management.OperatingSystemMXBean;
import dev.guildhall.persistence.embedded.PostgresProcess;
import dev.guildhall.persistence.folder.Folders;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.management.ManagementFactory;
import java.net.http.HttpClient;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Makes the file that lets the JVM start with loaded classes and known method profiles (JEP 483, JEP 515). A second
 * process, with a database of its own, answers typical requests for some seconds; when it ends, its JVM writes the
 * file. The file fits only this JVM and these jars; another JVM ignores it.
 */
public final class Training {
    private static final Logger LOG = System.getLogger(Training.class.getName());

    private static final String FOLDER = "guildhall.cache";
    private static final String NAME = "guildhall.cache.name";
    private static final String SUFFIX = ".aot";
    private static final int USERS = 8;
    private static final Duration REQUESTS = Duration.ofSeconds(15);
    private static final Duration START = Duration.ofMinutes(2);
    private static final Duration WRITING = Duration.ofMinutes(5);
    private static final Duration STOP = Duration.ofSeconds(5);
    /** The second process and its writing need about half of that. */
    private static final long FREE_MEMORY = 2L << 30;

    private static final Pattern DOCS = Pattern.compile(" +docs +(\\S+)/docs");
    private static final List<String> LOW_PRIORITY = List.of("nice", "-n", "19");

    private static final String WORK = "training";
    private static final String DATA = "data";

    private final Path folder;
    private final String name;
    private final Path work;

    private Training(Path folder, String name) {
        this.folder = folder;
        this.name = name;
        this.work = folder.resolve(WORK);
    }

    /**
     * Makes the file that the script asks for; empty when the script has not started this process, or while another
     * process makes the file.
     */
    public static Optional<Path> run() throws IOException, InterruptedException {
        Optional<String> cache = Optional.ofNullable(System.getProperty(FOLDER));
        return cache.isEmpty()
                ? Optional.empty()
                : new Training(Path.of(cache.get()), System.getProperty(NAME, "classes")).make(List.of());
    }

    /** Makes the file in the background when the script has not found one; a failure is only logged. */
    public static void runInBackground() {
        if (System.getProperty(FOLDER) != null) {
            Thread.ofPlatform().daemon().name("training").start(Training::runQuietly);
        }
    }

    private static void runQuietly() {
        try {
            Path folder = Path.of(System.getProperty(FOLDER, ""));
            if (freeMemory() < FREE_MEMORY) {
                LOG.log(Level.INFO, "too little memory is free to prepare faster starts");
                return;
            }
            new Training(folder, System.getProperty(NAME, "classes"))
                    .make(LOW_PRIORITY)
                    .ifPresent(made -> LOG.log(Level.INFO, "the next starts are faster: {0}", made));
        } catch (IOException | RuntimeException failed) {
            LOG.log(Level.INFO, "faster starts could not be prepared: {0}", failed.toString());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private static long freeMemory() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                ? system.getFreeMemorySize()
                : 0;
    }

    /** Nodes can share the folder; the system releases the lock of a process that ends. */
    private Optional<Path> make(List<String> prefix) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        try (FileChannel file = FileChannel.open(folder.resolve(WORK + ".lock"), CREATE, WRITE);
                FileLock lock = file.tryLock()) {
            return lock == null ? Optional.empty() : Optional.of(makeAlone(prefix));
        }
    }

    /** A server that is killed during the training leaves the folder of its training, and that training's database. */
    private void deleteAbandoned() throws IOException {
        PostgresProcess.killAbandoned(work.resolve(DATA));
        Folders.delete(work);
    }

    private Path makeAlone(List<String> prefix) throws IOException, InterruptedException {
        deleteAbandoned();
        Files.createDirectory(work);
        Path unfinished = work.resolve(name + SUFFIX);
        try (TrainingModel model = new TrainingModel()) {
            if (!train(prefix, unfinished, model, Map.of())) {
                train(prefix, unfinished, model, Map.of("GUILDHALL_DATABASE_URL", "memory"));
            }
            if (!Files.exists(unfinished)) {
                throw new IOException("the training run wrote no file: " + lastLines());
            }
            Path made = folder.resolve(name + SUFFIX);
            Files.move(unfinished, made, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            deleteOthers(made);
            return made;
        } finally {
            Folders.delete(work);
        }
    }

    private String lastLines() throws IOException {
        List<String> lines = Files.readAllLines(work.resolve("errors"));
        return String.join(" ", lines.subList(Math.max(0, lines.size() - 3), lines.size()));
    }

    private void deleteOthers(Path made) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
            for (Path file : files) {
                if (!file.equals(made)) {
                    Files.delete(file);
                }
            }
        }
    }

    /** Whether the server started, and ended with a complete file. */
    private boolean train(List<String> prefix, Path file, TrainingModel model, Map<String, String> more)
            throws IOException, InterruptedException {
        Process server = start(prefix, file, model, more);
        Thread stop = new Thread(() -> stop(server));
        Runtime.getRuntime().addShutdownHook(stop);
        try {
            Optional<String> root = address(server);
            if (root.isEmpty()) {
                return false;
            }
            sendRequests(root.get());
            server.destroy();
            return server.waitFor(WRITING.toSeconds(), TimeUnit.SECONDS);
        } finally {
            stop(server);
            Runtime.getRuntime().removeShutdownHook(stop);
        }
    }

    private Process start(List<String> prefix, Path file, TrainingModel model, Map<String, String> more)
            throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:AOTCacheOutput=" + file, "-Xlog:disable", "-Dguildhall.exit-with-parent=true"));
        command.addAll(List.of("-jar", System.getProperty("java.class.path"), "start"));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(work.toFile())
                .redirectError(work.resolve("errors").toFile());
        builder.environment()
                .keySet()
                .removeIf(variable -> variable.matches("(GUILDHALL|OPENAI|ANTHROPIC|OLLAMA|OTEL)_.*"));
        builder.environment()
                .putAll(Map.of(
                        "GUILDHALL_DATA_DIR", work.resolve(DATA).toString(),
                        "GUILDHALL_PORT", "0",
                        "GUILDHALL_RATE_LIMIT_PER_MINUTE", "0",
                        "GUILDHALL_SIGN_IN_LIMIT_PER_MINUTE", "0",
                        "GUILDHALL_LLM_PROVIDER", "openai",
                        "GUILDHALL_LLM_BASE_URL", model.address(),
                        "GUILDHALL_LLM_API_KEY", "training",
                        "GUILDHALL_LLM_MODEL", "m",
                        "GUILDHALL_LLM_FALLBACKS", "* > demo@demo"));
        builder.environment().putAll(more);
        Process server = builder.start();
        preferToEnd(server.pid());
        return server;
    }

    /** When memory runs out, the kernel ends this process first, and not a server. */
    private static void preferToEnd(long pid) {
        try {
            Files.writeString(Path.of("/proc", Long.toString(pid), "oom_score_adj"), "1000");
        } catch (IOException elsewhere) {
            LOG.log(Level.DEBUG, "this system has no such preference", elsewhere);
        }
    }

    private static Optional<String> address(Process server) throws IOException {
        Thread late = Thread.ofVirtual().start(() -> {
            try {
                Thread.sleep(START);
                server.destroyForcibly();
            } catch (InterruptedException ready) {
                Thread.currentThread().interrupt();
            }
        });
        BufferedReader output = server.inputReader(StandardCharsets.UTF_8);
        try {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                var docs = DOCS.matcher(line);
                if (docs.matches()) {
                    Thread.ofVirtual().start(() -> drain(output));
                    return Optional.of(docs.group(1));
                }
            }
            return Optional.empty();
        } finally {
            late.interrupt();
        }
    }

    /** The stream is closed when the process is told to end. */
    private static void drain(BufferedReader output) {
        try {
            output.transferTo(Writer.nullWriter());
        } catch (IOException closed) {
            LOG.log(Level.DEBUG, "the training run ends", closed);
        }
    }

    private static void sendRequests(String root) throws InterruptedException {
        try (HttpClient http =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            List<Thread> users = IntStream.range(0, USERS)
                    .mapToObj(number -> Thread.ofVirtual().start(new TrainingUser(http, root, number)))
                    .toList();
            Thread.sleep(REQUESTS);
            users.forEach(Thread::interrupt);
            for (Thread user : users) {
                user.join();
            }
            http.shutdownNow();
        }
    }

    /** A server that is told to end while it starts leaves its database running. */
    private void stop(Process server) {
        List<ProcessHandle> started = server.descendants().toList();
        server.destroy();
        try {
            server.waitFor(STOP.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        server.destroyForcibly();
        started.forEach(ProcessHandle::destroyForcibly);
        PostgresProcess.killAbandoned(work.resolve(DATA));
    }
}
