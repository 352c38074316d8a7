package dev.guildhall.persistence.embedded;

import dev.guildhall.persistence.db.DatabaseStartException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** The data folder of an embedded PostgreSQL. It knows no moment without a password, not even at its birth. */
final class PostgresCluster {
    /** The role that PostgreSQL is made with, a superuser. The application does not use it. */
    static final String SUPERUSER = "guildhall";

    /** The role of the application: it owns the database and has no other right. */
    static final String APPLICATION = "guildhall_app";

    private static final Duration MAKING = Duration.ofMinutes(2);
    private static final int PASSWORD_BYTES = 32;

    private final Path home;
    private final PostgresCommand command;

    PostgresCluster(Path home, PostgresCommand command) {
        this.home = home;
        this.command = command;
    }

    /** Where PostgreSQL keeps its files. */
    Path folder() {
        return home.resolve("data");
    }

    /** The superuser's password, made once. */
    String superuserPassword() {
        return PrivateFile.readOrMake(passwordFile(), PostgresCluster::randomPassword);
    }

    /** The application's password, made once. */
    String applicationPassword() {
        return PrivateFile.readOrMake(home.resolve("app-password"), PostgresCluster::randomPassword);
    }

    /**
     * Makes the data folder unless there is one. It is made beside its place and moved there when it is whole, so a crash
     * on the way leaves nothing that a later start could take for a database.
     */
    void makeUnlessThere(boolean durable) {
        if (Files.exists(folder())) {
            return;
        }
        Path unfinished = home.resolve("data.new");
        superuserPassword();
        try {
            Folders.delete(unfinished);
            if (!command.run(MAKING, "initdb", arguments(unfinished, durable))) {
                throw new DatabaseStartException("cannot make the embedded PostgreSQL: " + command.reason()
                        + "; GUILDHALL_DATABASE_URL names a server instead");
            }
            Files.move(unfinished, folder(), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException failed) {
            throw new DatabaseStartException("cannot make the embedded PostgreSQL: " + failed, failed);
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
