package dev.guildhall.persistence.embedded;

import dev.guildhall.persistence.db.DatabaseStartException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Runs PostgreSQL's programs to their end. What they print goes to a file, so that no pipe outlives this process. */
final class PostgresCommand {
    private static final List<String> AS_UNPRIVILEGED = List.of("unshare", "-U");
    /** What PostgreSQL gets of this process's environment, which may hold secrets. */
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
     * @param patience how long it may take; it is killed afterwards
     * @return whether it ended well
     */
    boolean run(Duration patience, String program, String... arguments) {
        List<String> command = new ArrayList<>(prefix());
        command.add(binaries.resolve("bin").resolve(program).toString());
        command.addAll(List.of(arguments));
        return run(patience, command);
    }

    /** Why the last program failed: the last line that it printed. */
    String reason() {
        try {
            String line = Files.readString(output, StandardCharsets.UTF_8)
                    .lines()
                    .filter(printed -> !printed.isBlank())
                    .reduce((first, second) -> second)
                    .orElse("it printed nothing");
            return line.startsWith(AS_UNPRIVILEGED.getFirst())
                    ? line + " (start Guildhall as a user other than root)"
                    : line;
        } catch (IOException unreadable) {
            return "what it printed cannot be read";
        }
    }

    private boolean run(Duration patience, List<String> command) {
        try {
            Process process = builder(command).start();
            if (process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
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

    /** PostgreSQL refuses to run as root; in a user namespace it runs without root's rights, with root's files. */
    private static List<String> prefix() {
        return System.getProperty("user.name").equals("root") ? AS_UNPRIVILEGED : List.of();
    }
}
