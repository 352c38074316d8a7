package dev.guildhall.persistence;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** The server process of one data folder, found by the pid file that PostgreSQL keeps there. */
record Postmaster(ProcessHandle process, Path cluster) {
    private static final Duration FAST = Duration.ofSeconds(20);
    private static final Duration IMMEDIATE = Duration.ofSeconds(10);

    /**
     * The process that serves a data folder. A pid that died, or that the system gave to another program since, is none;
     * its stale file is removed, because PostgreSQL would take the other program for a server.
     */
    static Optional<Postmaster> of(Path cluster) {
        Path file = cluster.resolve("postmaster.pid");
        try {
            if (!Files.exists(file)) {
                return Optional.empty();
            }
            Optional<Postmaster> found = Files.readAllLines(file).stream()
                    .findFirst()
                    .flatMap(Postmaster::process)
                    .filter(process -> serves(process, cluster))
                    .map(process -> new Postmaster(process, cluster));
            if (found.isEmpty()) {
                Files.deleteIfExists(file);
            }
            return found;
        } catch (IOException unreadable) {
            throw new DatabaseStartException("cannot read " + file + ": " + unreadable.getMessage(), unreadable);
        }
    }

    /** Stops it without waiting for clients; if that does not help in time, at once, to be recovered at the next start. */
    void stop(PostgresCommand command) {
        if (!stop(command, "fast", FAST) && !stop(command, "immediate", IMMEDIATE) && serves(process, cluster)) {
            throw new DatabaseStartException("PostgreSQL (pid " + process.pid() + ") does not stop");
        }
    }

    /** Waits for the pid file to go, not for the process: a dead one may stay visible until its new parent has noticed. */
    private boolean stop(PostgresCommand command, String mode, Duration patience) {
        String seconds = Long.toString(patience.toSeconds());
        return command.run(
                patience.plusSeconds(2), "pg_ctl", "stop", "-D", cluster.toString(), "-m", mode, "-w", "-t", seconds);
    }

    private static Optional<ProcessHandle> process(String pid) {
        try {
            return ProcessHandle.of(Long.parseLong(pid.strip())).filter(ProcessHandle::isAlive);
        } catch (NumberFormatException garbage) {
            return Optional.empty();
        }
    }

    private static boolean serves(ProcessHandle process, Path cluster) {
        return process.info().commandLine().orElse("").contains(cluster.toString());
    }
}
