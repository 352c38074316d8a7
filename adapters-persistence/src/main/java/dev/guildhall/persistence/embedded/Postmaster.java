package dev.guildhall.persistence.embedded;

import dev.guildhall.persistence.config.DatabaseStartException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The server process of one data folder, found through PostgreSQL's pid file. */
record Postmaster(ProcessHandle process, Path cluster) {
    private static final Duration FAST_TIMEOUT = Duration.ofSeconds(20);
    private static final Duration IMMEDIATE_TIMEOUT = Duration.ofSeconds(10);
    private static final int PORT_LINE = 3;
    private static final int STATUS_LINE = 7;
    private static final String READY = "ready";

    /**
     * The process that serves a data folder; empty when the process of the pid file has ended or is another program.
     */
    static Optional<Postmaster> of(Path cluster) {
        return named(cluster).filter(Postmaster::isRunning);
    }

    /**
     * Prepares a start: stops the server that runs on the data folder. PostgreSQL ignores a pid file whose process has
     * ended, but takes any running program with that pid for a server; so this method deletes a pid file that names
     * another program.
     */
    static void stopPrevious(Path cluster, PostgresCommand command) {
        Optional<Postmaster> named = named(cluster);
        if (named.isPresent() && named.get().isRunning()) {
            named.get().stop(command);
        } else if (named.isPresent()) {
            deletePidFile(pidFile(cluster));
        }
    }

    /**
     * Stops the server and disconnects its clients. If a fast shutdown takes too long, forces an immediate one; the
     * next start then recovers the database.
     */
    void stop(PostgresCommand command) {
        if (!stop(command, "fast", FAST_TIMEOUT) && !stop(command, "immediate", IMMEDIATE_TIMEOUT) && isRunning()) {
            throw new DatabaseStartException("PostgreSQL (pid " + process.pid() + ") does not stop");
        }
    }

    /**
     * Waits until the pid file is removed, not until the process ends: an ended process can stay visible until its
     * parent reaps it.
     */
    private boolean stop(PostgresCommand command, String mode, Duration timeout) {
        String seconds = Long.toString(timeout.toSeconds());
        return command.run(
                timeout.plusSeconds(2), "pg_ctl", "stop", "-D", cluster.toString(), "-m", mode, "-w", "-t", seconds);
    }

    /** Kills the server, whose other processes then end by themselves, and waits some seconds for its end. */
    void kill() {
        process.destroyForcibly();
        process.onExit()
                .completeOnTimeout(process, IMMEDIATE_TIMEOUT.toSeconds(), TimeUnit.SECONDS)
                .join();
    }

    /**
     * Whether the process serves this data folder. An ended process that its parent has not reaped has no command line.
     */
    boolean isRunning() {
        return process.isAlive() && process.info().commandLine().orElse("").contains(cluster.toString());
    }

    /** The port that a server which is ready has written into its pid file. */
    Optional<Integer> port() {
        try {
            List<String> lines = Files.readAllLines(pidFile(cluster));
            return lines.size() > STATUS_LINE && lines.get(STATUS_LINE).strip().equals(READY)
                    ? Optional.of(Integer.parseInt(lines.get(PORT_LINE).strip()))
                    : Optional.empty();
        } catch (IOException | NumberFormatException ending) {
            return Optional.empty();
        }
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
        } catch (NumberFormatException notANumber) {
            return Optional.empty();
        }
    }

    private static void deletePidFile(Path pidFile) {
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
