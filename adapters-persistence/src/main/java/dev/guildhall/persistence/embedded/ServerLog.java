package dev.guildhall.persistence.embedded;

import dev.guildhall.persistence.config.DatabaseStartException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/** The log file of the embedded server. Each start rotates a file that is too long, and keeps one older file. */
final class ServerLog {
    private static final long MAX_BYTES = 16L * 1024 * 1024;
    private static final int MAX_READ = 64 * 1024;

    private static final String FATAL = "FATAL:";
    private static final String DETAIL = "DETAIL:";

    private final Path file;
    private long beginning;

    ServerLog(Path file) {
        this.file = file;
    }

    Path file() {
        return file;
    }

    /** Rotates a long log and records the position at which this start begins. */
    void begin() {
        try {
            if (Files.exists(file) && Files.size(file) > MAX_BYTES) {
                Files.move(file, file.resolveSibling(file.getFileName() + ".1"), StandardCopyOption.REPLACE_EXISTING);
            }
            beginning = Files.exists(file) ? Files.size(file) : 0;
        } catch (IOException unusable) {
            throw new DatabaseStartException("cannot use " + file + ": " + unusable.getMessage(), unusable);
        }
    }

    boolean portWasTaken() {
        return text().contains("could not bind");
    }

    /** The server's reason to stop, with its detail if it logged one. */
    Optional<String> reason() {
        return text().lines()
                .dropWhile(line -> !line.contains(FATAL))
                .limit(2)
                .filter(line -> line.contains(FATAL) || line.contains(DETAIL))
                .map(ServerLog::message)
                .reduce((reason, detail) -> reason + ": " + detail);
    }

    private static String message(String line) {
        String level = line.contains(FATAL) ? FATAL : DETAIL;
        return line.substring(line.indexOf(level) + level.length()).strip();
    }

    private String text() {
        try (RandomAccessFile log = new RandomAccessFile(file.toFile(), "r")) {
            log.seek(beginning);
            byte[] bytes = new byte[(int) Math.min(MAX_READ, Math.max(0, log.length() - beginning))];
            log.readFully(bytes);
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            return "";
        }
    }
}
