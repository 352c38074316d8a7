package dev.guildhall.app;

import dev.guildhall.wire.secrets.Secrets;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The launcher in a process of its own, as a user starts it, but with a full log; its output must contain no secret.
 */
final class ServerProcess implements RunningServer {
    private static final int PATIENCE_SECONDS = 60;
    /** 128 and the number of SIGTERM. */
    private static final int TERMINATED = 143;
    /** A test's server does little, so a quick start matters more than speed; it logs everything. */
    private static final List<String> OF_A_TEST =
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Dguildhall.log.level=TRACE");

    private final Process process;
    private final Path folder;
    private final Path errors;
    private final StringWriter printed = new StringWriter();

    private ServerProcess(Process process, Path folder, Path errors) {
        this.process = process;
        this.folder = folder;
        this.errors = errors;
    }

    /** Starts a process; it may still be starting, or have failed, when this method returns. */
    static ServerProcess launch(Path folder, Map<String, String> settings) {
        return command(folder, settings);
    }

    /** Starts a process with these arguments. */
    static ServerProcess command(Path folder, Map<String, String> settings, String... arguments) {
        return launch(folder, cached(OF_A_TEST), ServerCache.get().classPath(), List.of(arguments), settings);
    }

    /** These options, and those of a server that finds its classes in the cache. */
    private static List<String> cached(List<String> options) {
        return Stream.concat(ServerCache.get().options().stream(), options.stream())
                .toList();
    }

    private static ServerProcess launch(
            Path folder, List<String> options, String classPath, List<String> arguments, Map<String, String> settings) {
        try {
            Path errors = Files.createTempFile(folder, "stderr", ".txt");
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(options);
            // The data directory that a server has by default is in its user's home.
            command.add("-Duser.home=" + folder);
            command.addAll(
                    List.of("--enable-native-access=ALL-UNNAMED", "-classpath", classPath, "dev.guildhall.app.Main"));
            command.addAll(arguments);
            ProcessBuilder builder =
                    new ProcessBuilder(command).directory(folder.toFile()).redirectError(errors.toFile());
            builder.environment()
                    .keySet()
                    .removeIf(name -> name.matches("(GUILDHALL|OPENAI|ANTHROPIC|GEMINI|OLLAMA|AZURE|AWS|OTEL)_.*"));
            builder.environment().putAll(settings);
            ServerSecrets.learn(Secrets.OF_THIS_RUN, settings);
            return new ServerProcess(builder.start(), folder, errors);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Starts a process and waits until it is ready. */
    static ServerProcess start(Path folder, Map<String, String> settings) {
        lendPostgres(settings);
        return awaited(launch(folder, settings));
    }

    /** Starts a process with these options of the virtual machine, and waits until it is ready. */
    static ServerProcess start(Path folder, List<String> options, Map<String, String> settings) {
        lendPostgres(settings);
        return awaited(launch(folder, cached(options), ServerCache.get().classPath(), List.of(), settings));
    }

    /** Starts the process that creates the cache, with these further options, and waits until it is ready. */
    static ServerProcess train(Path folder, List<String> more, String classPath, Map<String, String> settings) {
        List<String> options = Stream.concat(OF_A_TEST.stream(), more.stream()).toList();
        return awaited(launch(folder, options, classPath, List.of(), settings));
    }

    private static ServerProcess awaited(ServerProcess server) {
        server.awaitReady();
        Thread.ofVirtual().start(() -> server.readOn(server.printed));
        return server;
    }

    /** As {@link #start}, for measurements: it has no cache, and its output is not read once it is ready. */
    static ServerProcess startUnwatched(Path folder, List<String> options, Map<String, String> settings) {
        ServerProcess server = launch(folder, options, System.getProperty("java.class.path"), List.of(), settings);
        server.awaitReady();
        Thread.ofVirtual().start(() -> server.readOn(Writer.nullWriter()));
        return server;
    }

    /** Unpacking PostgreSQL and creating a database take longer than the rest of a first start. */
    private static void lendPostgres(Map<String, String> settings) {
        Path data = Path.of(settings.getOrDefault("GUILDHALL_DATA_DIR", ""));
        if (settings.containsKey("GUILDHALL_DATABASE_URL") || Files.exists(data)) {
            return;
        }
        try {
            ServerCache.get().lendPostgres(data);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Ends a process that does not become ready: no other code has a reference to it. */
    private void awaitReady() {
        boolean ready = false;
        try {
            awaitPrinted("Guildhall is ready");
            awaitPrinted("/docs");
            ready = true;
        } finally {
            if (!ready) {
                process.destroyForcibly();
            }
        }
    }

    /** The address that the process printed for a service. */
    @Override
    public String address(String service) {
        return printed.toString().replaceFirst("(?s).*\\n  " + service + " +(\\S+).*", "$1");
    }

    @Override
    public String root() {
        return address("docs").replaceFirst("/docs$", "");
    }

    int awaitExit() {
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the process goes on");
            }
            readOn(printed);
            ServerSecrets.requireNone(printed.toString(), folder);
            return process.exitValue();
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    /** The whole output of a process that has ended. */
    String printed() {
        return printed.toString();
    }

    List<String> errorLines() {
        try {
            return Files.readAllLines(errors);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** The virtual machine's output for a diagnostic command. */
    String diagnose(String command) {
        try {
            Process asked = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "jcmd")
                                    .toString(),
                            Long.toString(process.pid()),
                            command)
                    .start();
            return new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** SIGKILL: no hook runs, nothing is flushed. */
    void kill() {
        process.toHandle().destroyForcibly();
        awaitExit();
    }

    /**
     * Sends SIGTERM, and waits for the end; unlike {@code Process.destroy} it does not discard unread output. A process
     * that runs until then ends by the signal and not by a crash.
     */
    @Override
    public void close() {
        boolean runs = process.isAlive();
        process.toHandle().destroy();
        int status = awaitExit();
        if (runs && status != TERMINATED) {
            throw new IllegalStateException("the process ended with status " + status + ": " + errorLines());
        }
    }

    private void awaitPrinted(String text) {
        try {
            BufferedReader reader = process.inputReader(StandardCharsets.UTF_8);
            while (printed.getBuffer().indexOf(text) < 0) {
                String line = reader.readLine();
                if (line == null) {
                    throw new IllegalStateException("it ended: " + printed + errorLines());
                }
                printed.append(line).append('\n');
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Reads on: a full pipe would block the server. */
    private synchronized void readOn(Writer rest) {
        try {
            process.inputReader(StandardCharsets.UTF_8).transferTo(rest);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** The processes that it has started, and theirs. */
    long pid() {
        return process.pid();
    }

    Stream<ProcessHandle> descendants() {
        return process.descendants();
    }
}
