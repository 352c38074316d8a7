package dev.guildhall.persistence.embedded;

import dev.guildhall.persistence.db.DatabaseStartException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** The server process of one data folder, found by the pid file that PostgreSQL keeps there. */
record Postmaster(ProcessHandle process, Path cluster) {
    private static final Duration FAST = Duration.ofSeconds(20);
    private static final Duration IMMEDIATE = Duration.ofSeconds(10);

    /** The process that serves a data folder. A pid that died, or that another program has by now, is none. */
    static Optional<Postmaster> of(Path cluster) {
        return named(cluster).filter(Postmaster::lives);
    }

    /**
     * Makes way for a start: stops who serves the data folder. PostgreSQL forgets a dead server by itself, but takes every
     * living program that has its pid for a server; the file that names such a one is removed.
     */
    static void clear(Path cluster, PostgresCommand command) {
        Optional<Postmaster> named = named(cluster);
        if (named.isPresent() && named.get().lives()) {
            named.get().stop(command);
        } else if (named.isPresent()) {
            forget(pidFile(cluster));
        }
    }

    /** Stops it without waiting for clients; if that does not help in time, at once, to be recovered at the next start. */
    void stop(PostgresCommand command) {
        if (!stop(command, "fast", FAST) && !stop(command, "immediate", IMMEDIATE) && lives()) {
            throw new DatabaseStartException("PostgreSQL (pid " + process.pid() + ") does not stop");
        }
    }

    /** Waits for the pid file to go, not for the process: a dead one may stay visible until its new parent has noticed. */
    private boolean stop(PostgresCommand command, String mode, Duration patience) {
        String seconds = Long.toString(patience.toSeconds());
        return command.run(
                patience.plusSeconds(2), "pg_ctl", "stop", "-D", cluster.toString(), "-m", mode, "-w", "-t", seconds);
    }

    /** Whether it serves. A dead process that its parent has not noticed yet has no command line any more. */
    boolean lives() {
        return process.isAlive() && process.info().commandLine().orElse("").contains(cluster.toString());
    }

    private static Optional<Postmaster> named(Path cluster) {
        Path file = pidFile(cluster);
        try {
            return Files.readAllLines(file).stream()
                    .findFirst()
                    .flatMap(Postmaster::process)
                    .map(process -> new Postmaster(process, cluster));
        } catch (NoSuchFileException noServer) {
            return Optional.empty();
        } catch (IOException unreadable) {
            throw new DatabaseStartException("cannot read " + file + ": " + unreadable.getMessage(), unreadable);
        }
    }

    private static Optional<ProcessHandle> process(String pid) {
        try {
            return ProcessHandle.of(Long.parseLong(pid.strip()));
        } catch (NumberFormatException garbage) {
            return Optional.empty();
        }
    }

    private static void forget(Path pidFile) {
        try {
            Files.deleteIfExists(pidFile);
        } catch (IOException kept) {
            throw new DatabaseStartException("cannot remove " + pidFile + ": " + kept.getMessage(), kept);
        }
    }

    private static Path pidFile(Path cluster) {
        return cluster.resolve("postmaster.pid");
    }
}
