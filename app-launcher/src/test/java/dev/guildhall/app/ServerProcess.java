package dev.guildhall.app;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The launcher in a process of its own, as a user starts it. */
final class ServerProcess implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 60;
    /** A test's server does little: it is better up soon than fast. */
    private static final List<String> SOON_UP = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    private final Process process;
    private final Path errors;
    private final StringBuilder printed = new StringBuilder();

    private ServerProcess(Process process, Path errors) {
        this.process = process;
        this.errors = errors;
    }

    /** Starts a process; it may still be starting, or have failed, when this returns. */
    static ServerProcess launch(Path folder, Map<String, String> settings) {
        return launch(folder, SOON_UP, settings);
    }

    private static ServerProcess launch(Path folder, List<String> options, Map<String, String> settings) {
        try {
            Path errors = Files.createTempFile(folder, "stderr", ".txt");
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(options);
            command.addAll(List.of(
                    "--enable-native-access=ALL-UNNAMED",
                    "-classpath",
                    System.getProperty("java.class.path"),
                    "dev.guildhall.app.Main"));
            ProcessBuilder builder =
                    new ProcessBuilder(command).directory(folder.toFile()).redirectError(errors.toFile());
            builder.environment().keySet().removeIf(name -> name.matches("(GUILDHALL|OPENAI)_.*"));
            builder.environment().putAll(settings);
            return new ServerProcess(builder.start(), errors);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Starts a process and waits until it is ready. */
    static ServerProcess start(Path folder, Map<String, String> settings) {
        return start(folder, SOON_UP, settings);
    }

    /** Starts a process with these options of the virtual machine, and waits until it is ready. */
    static ServerProcess start(Path folder, List<String> options, Map<String, String> settings) {
        ServerProcess server = launch(folder, options, settings);
        server.awaitPrinted("Guildhall is ready");
        server.awaitPrinted("/docs");
        Thread.ofVirtual().start(server::discard);
        return server;
    }

    /** The address that the process printed for a service. */
    String address(String service) {
        return printed.toString().replaceFirst("(?s).*\\n  " + service + " +(\\S+).*", "$1");
    }

    /** The address of the main listener. */
    String root() {
        return address("docs").replaceFirst("/docs$", "");
    }

    int awaitExit() {
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the process goes on");
            }
            return process.exitValue();
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    List<String> errorLines() {
        try {
            return Files.readAllLines(errors);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** SIGKILL: no hook runs, nothing is flushed. */
    void kill() {
        process.destroyForcibly();
        awaitExit();
    }

    /** SIGTERM, and waits for the end. */
    @Override
    public void close() {
        process.destroy();
        awaitExit();
    }

    private void awaitPrinted(String text) {
        try {
            BufferedReader reader = process.inputReader(StandardCharsets.UTF_8);
            while (printed.indexOf(text) < 0) {
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

    /** A pipe that nobody reads would stop the server when it is full. */
    private void discard() {
        try {
            process.inputReader(StandardCharsets.UTF_8).transferTo(java.io.Writer.nullWriter());
        } catch (IOException ended) {
            Thread.currentThread().interrupt();
        }
    }
}
