package dev.guildhall.persistence;

import dev.guildhall.persistence.embedded.PostgresOptions;
import dev.guildhall.persistence.embedded.PostgresProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A PostgreSQL server for benchmarks, with fsync, in a separate folder. */
public final class BenchPostgres {
    private BenchPostgres() {}

    public static Path folder() {
        try {
            return Files.createTempDirectory("guildhall-bench-");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    public static PostgresProcess start(Path folder) {
        Path binaries = Path.of("target", "postgres-binaries").toAbsolutePath();
        return PostgresProcess.start(folder, new PostgresOptions(true, Optional.empty(), Optional.of(binaries)));
    }
}
