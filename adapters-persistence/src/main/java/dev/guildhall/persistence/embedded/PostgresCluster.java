package dev.guildhall.persistence.embedded;

import dev.guildhall.persistence.config.DatabaseStartException;
import dev.guildhall.persistence.folder.Folders;
import dev.guildhall.persistence.folder.PrivateFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * The data folder of an embedded PostgreSQL. {@code initdb} sets the superuser's password, so the server never accepts
 * a connection without one.
 */
final class PostgresCluster {
    /** The superuser that {@code initdb} creates. The application does not use it. */
    static final String SUPERUSER = "guildhall";

    /** The application's role: it owns the database and has no other privilege. */
    static final String APPLICATION = "guildhall_app";

    static final String FOLDER = "data";

    /** The name of the file with the application's password. */
    static final String PASSWORD = "app-password";

    private static final Duration INITDB_TIMEOUT = Duration.ofMinutes(2);
    private static final int PASSWORD_BYTES = 32;

    private final Path home;
    private final PostgresCommand command;

    PostgresCluster(Path home, PostgresCommand command) {
        this.home = home;
        this.command = command;
    }

    Path folder() {
        return home.resolve(FOLDER);
    }

    /** The superuser's password; the first call creates it. */
    String superuserPassword() {
        return PrivateFile.readOrCreate(passwordFile(), PostgresCluster::randomPassword);
    }

    /** The application's password; the first call creates it. */
    String applicationPassword() {
        return PrivateFile.readOrCreate(home.resolve(PASSWORD), PostgresCluster::randomPassword);
    }

    /**
     * Creates the data folder unless it exists. {@code initdb} writes to a temporary folder, which is renamed when it
     * is complete: after a crash, no later start mistakes an incomplete folder for a database.
     */
    void createIfAbsent(boolean durable) {
        if (Files.exists(folder())) {
            return;
        }
        Path unfinished = home.resolve("data.new");
        superuserPassword();
        try {
            Folders.delete(unfinished);
            if (!command.run(INITDB_TIMEOUT, "initdb", arguments(unfinished, durable))) {
                throw new DatabaseStartException("cannot create the embedded PostgreSQL: " + command.reason()
                        + "; set GUILDHALL_DATABASE_URL to use another server");
            }
            Files.move(unfinished, folder(), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException failed) {
            throw new DatabaseStartException("cannot create the embedded PostgreSQL: " + failed, failed);
        }
    }

    private String[] arguments(Path folder, boolean durable) {
        List<String> arguments = new ArrayList<>(List.of("-D", folder.toString(), "-U", SUPERUSER));
        arguments.addAll(List.of("--auth=scram-sha-256", "--pwfile=" + passwordFile()));
        arguments.addAll(List.of("--encoding=UTF8", "--locale=C"));
        arguments.addAll(List.of("--locale-provider=builtin", "--builtin-locale=C.UTF-8"));
        if (!durable) {
            arguments.add("--no-sync");
        }
        return arguments.toArray(String[]::new);
    }

    private Path passwordFile() {
        return home.resolve("password");
    }

    private static String randomPassword() {
        byte[] bytes = new byte[PASSWORD_BYTES];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
