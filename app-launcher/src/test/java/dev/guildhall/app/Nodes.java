package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** Servers on one database, of which {@code ada@example.org} is an administrator. */
final class Nodes {
    private static final Duration IN_FORCE = Duration.ofSeconds(2);
    private static final int LOOK_MS = 50;

    private Nodes() {}

    /** Starts a server in a folder of its own, with further settings; servers in neighbouring folders share their data. */
    static ServerProcess start(Path folder, String database, Map<String, String> further) {
        Map<String, String> settings = new HashMap<>(Map.of(
                "GUILDHALL_DATA_DIR", folder.resolveSibling("data").toString(),
                "GUILDHALL_DATABASE_URL", database,
                "GUILDHALL_SECRET_KEY", Base64.getEncoder().encodeToString(new byte[32]),
                "GUILDHALL_PORT", "0",
                "GUILDHALL_RATE_LIMIT_PER_MINUTE", "0",
                "GUILDHALL_ADMIN_EMAILS", "ada@example.org",
                "GUILDHALL_EMBEDDINGS", "off"));
        settings.putAll(further);
        try {
            return ServerProcess.start(Files.createDirectories(folder), settings);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Waits until a change that was made on one server is in force on another: at most the 2 seconds of the rules. */
    static void requireInForce(BooleanSupplier change) throws InterruptedException {
        Instant end = Instant.now().plus(IN_FORCE);
        while (!change.getAsBoolean()) {
            assertThat(Instant.now()).as("in force within 2 s").isBefore(end);
            Thread.sleep(LOOK_MS);
        }
    }
}
