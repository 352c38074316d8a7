package dev.guildhall.persistence.embedded;

import dev.guildhall.persistence.config.DatabaseStartException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Runs PostgreSQL's programs and waits for them. Their output goes to a file: a pipe would break when this process
 * ends.
 */
final class PostgresCommand {
    private static final List<String> AS_UNPRIVILEGED = List.of("unshare", "-U");
    /**
     * The environment variables that the programs inherit. All others are removed, because they may contain secrets.
     */
    private static final Set<String> INHERITED_VARIABLES =
            Set.of("PATH", "HOME", "USER", "LOGNAME", "TMPDIR", "TZ", "LD_LIBRARY_PATH");

    private final Path binaries;
    private final Path output;

    PostgresCommand(Path binaries, Path output) {
        this.binaries = binaries;
        this.output = output;
    }

    /**
     * Runs a program of PostgreSQL.
     *
     * @param timeout the longest run; a program that takes longer is killed
     * @return whether the program exited with status 0 in time
     */
    boolean run(Duration timeout, String program, String... arguments) {
        List<String> command = new ArrayList<>(prefix());
        command.add(binaries.resolve("bin").resolve(program).toString());
        command.addAll(List.of(arguments));
        return run(timeout, command);
    }

    /** The reason for the last failure: the last line of the program's output. */
    String reason() {
        try {
            String line = Files.readString(output, StandardCharsets.UTF_8)
                    .lines()
                    .filter(printed -> !printed.isBlank())
                    .reduce((first, second) -> second)
                    .orElse("the program printed nothing");
            return line.startsWith(AS_UNPRIVILEGED.getFirst())
                    ? line + " (start Guildhall as a user other than root)"
                    : line;
        } catch (IOException unreadable) {
            return "the program's output cannot be read";
        }
    }

    private boolean run(Duration timeout, List<String> command) {
        try {
            Process process = builder(command).start();
            if (process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
                return process.exitValue() == 0;
            }
            process.destroyForcibly();
            return false;
        } catch (IOException unstartable) {
            throw new DatabaseStartException("cannot run " + command.getFirst() + ": " + unstartable, unstartable);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new DatabaseStartException("interrupted while PostgreSQL was started or stopped", interrupted);
        }
    }

    private ProcessBuilder builder(List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(output.toFile());
        builder.environment().keySet().retainAll(INHERITED_VARIABLES);
        builder.environment().put("LC_ALL", "C");
        return builder;
    }

    /**
     * PostgreSQL refuses to run as root. In a user namespace it runs without root's privileges and can still read files
     * that belong to root.
     */
    private static List<String> prefix() {
        return ProcessHandle.current().info().user().equals(Optional.of("root")) ? AS_UNPRIVILEGED : List.of();
    }
}
