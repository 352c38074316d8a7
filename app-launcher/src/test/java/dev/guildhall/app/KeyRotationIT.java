package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The rotation of the secret key, as an operator does it: once in processes, and its other cases in this one. */
@Timeout(120)
class KeyRotationIT {
    private final String database = TestPostgres.newAddress();

    @TempDir
    private Path folder;

    private Path data;

    @BeforeEach
    void nameTheDataDirectory() {
        data = folder.resolve("data");
    }

    private Map<String, String> settings(Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(more);
        settings.put("GUILDHALL_DATA_DIR", data.toString());
        settings.put("GUILDHALL_PORT", "0");
        settings.put("GUILDHALL_SERVICES", "account");
        settings.put("GUILDHALL_EMBEDDINGS", "off");
        return settings;
    }

    /** Settings of an installation whose database is on another server than its own. */
    private Map<String, String> external(Map<String, String> more) {
        Map<String, String> settings = settings(more);
        settings.put("GUILDHALL_DATABASE_URL", database);
        return settings;
    }

    private static String key(int seed) {
        byte[] key = new byte[32];
        Arrays.fill(key, (byte) seed);
        return Base64.getEncoder().encodeToString(key);
    }

    private static Map<String, String> configured(int seed) {
        return Map.of("GUILDHALL_SECRET_KEY", key(seed));
    }

    private static Map<String, String> configured(int seed, int next) {
        return Map.of("GUILDHALL_SECRET_KEY", key(seed), "GUILDHALL_NEW_SECRET_KEY", key(next));
    }

    /** Starts a server that signs a token, so that it has stored a secret. */
    private void registerAda(Map<String, String> more) {
        try (InProcessServer server = InProcessServer.start(folder, external(more))) {
            new Web(server.address("account")).register();
        }
    }

    private void signInAda(Map<String, String> more) {
        try (InProcessServer server = InProcessServer.start(folder, external(more))) {
            new Web(server.address("account")).signIn();
        }
    }

    private MainRun start(Map<String, String> more) {
        return MainRun.of(folder, external(more));
    }

    private MainRun rotated(Map<String, String> more) {
        return MainRun.of(folder, external(more), "rotate-secret-key");
    }

    private Path file(String suffix) {
        return data.resolve("secret.key" + suffix);
    }

    @Test
    void a_key_in_the_data_directory_is_replaced_and_the_server_starts_with_the_new_one() throws IOException {
        try (ServerProcess server = ServerProcess.start(folder, settings(Map.of()))) {
            new Web(server.address("account")).register();
        }
        String old = Files.readString(file(""));

        ServerProcess command = ServerProcess.command(folder, settings(Map.of()), "rotate-secret-key");

        assertThat(command.awaitExit()).isZero();
        assertThat(command.printed())
                .contains("secrets are encrypted with the new key")
                .doesNotContain(old.strip());
        assertThat(Files.readString(file(""))).isNotEqualTo(old);
        assertThat(file(".new")).doesNotExist();
        assertThat(file(".old")).doesNotExist();
        try (ServerProcess server = ServerProcess.start(folder, settings(Map.of()))) {
            new Web(server.address("account")).signIn();
        }
        Files.writeString(file(""), old);
        ServerProcess refused = ServerProcess.launch(folder, settings(Map.of()));
        assertThat(refused.awaitExit()).isEqualTo(1);
        assertThat(refused.errorLines()).singleElement().asString().contains("made with another secret key");
    }

    @Test
    void a_rotation_that_was_killed_before_the_file_changed_is_finished_by_the_next_start() throws IOException {
        registerAda(Map.of());
        String old = Files.readString(file(""));
        rotated(Map.of());
        String rotated = Files.readString(file(""));
        Files.copy(file(""), file(".new"), StandardCopyOption.COPY_ATTRIBUTES);
        Files.writeString(file(""), old);

        signInAda(Map.of());

        assertThat(Files.readString(file(""))).isEqualTo(rotated);
        assertThat(file(".new")).doesNotExist();
        assertThat(file(".old")).doesNotExist();
    }

    @Test
    void a_start_without_the_key_of_a_database_with_secrets_is_refused_and_makes_no_other() throws IOException {
        registerAda(Map.of());
        Files.delete(file(""));

        MainRun refused = start(Map.of());

        assertThat(refused.status()).isEqualTo(1);
        assertThat(refused.errorLines()).singleElement().asString().contains("there is no " + file(""));
        assertThat(file("")).doesNotExist();
    }

    @Test
    void a_start_is_refused_while_the_key_or_the_data_directory_is_open_to_others() throws IOException {
        registerAda(Map.of());
        Files.setPosixFilePermissions(file(""), PosixFilePermissions.fromString("rw-r--r--"));
        MainRun key = start(Map.of());
        Files.setPosixFilePermissions(file(""), PosixFilePermissions.fromString("rw-------"));
        Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxr-xr-x"));

        MainRun directory = start(Map.of());

        assertThat(List.of(key.status(), directory.status())).containsOnly(1);
        assertThat(key.errorLines()).singleElement().asString().endsWith("run chmod 600 " + file(""));
        assertThat(directory.errorLines()).singleElement().asString().endsWith("run chmod 700 " + data);
    }

    @Test
    void a_start_in_memory_is_refused_as_well_while_the_key_or_the_data_directory_is_open_to_others()
            throws IOException {
        Map<String, String> inMemory = settings(Map.of("GUILDHALL_DATABASE_URL", "memory"));
        Files.createDirectory(data, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.writeString(file(""), key(1));
        Files.setPosixFilePermissions(file(""), PosixFilePermissions.fromString("rw-r--r--"));
        MainRun key = MainRun.of(folder, inMemory);
        Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxr-xr-x"));

        MainRun directory = MainRun.of(folder, inMemory);

        assertThat(List.of(key.status(), directory.status())).containsOnly(1);
        assertThat(key.errorLines()).singleElement().asString().endsWith("run chmod 600 " + file(""));
        assertThat(directory.errorLines()).singleElement().asString().endsWith("run chmod 700 " + data);
    }

    @Test
    void a_configured_key_is_replaced_by_a_configured_one() {
        registerAda(configured(1));

        assertThat(rotated(configured(1)).errorLines())
                .singleElement()
                .asString()
                .contains("GUILDHALL_NEW_SECRET_KEY: is needed");
        MainRun command = rotated(configured(1, 2));

        assertThat(command.status()).isZero();
        assertThat(command.printed()).contains("start with it as GUILDHALL_SECRET_KEY");
        assertThat(start(configured(1)).status()).isEqualTo(1);
        signInAda(configured(2));
        assertThat(file("")).doesNotExist();
    }

    @Test
    void a_running_server_stops_the_rotation_and_an_unknown_command_prints_the_usage() {
        try (InProcessServer running = InProcessServer.start(folder, external(Map.of()))) {
            MainRun rotation = rotated(Map.of());
            MainRun typo = MainRun.of(folder, external(Map.of()), "rotate-key");

            assertThat(running.root()).startsWith("http");
            assertThat(rotation.status()).isEqualTo(1);
            assertThat(rotation.errorLines()).singleElement().asString().contains("in use by another process");
            assertThat(typo.status()).isEqualTo(2);
            assertThat(typo.errorLines())
                    .startsWith("guildhall: there is no command rotate-key", "usage: guildhall [COMMAND]")
                    .anyMatch(line -> line.startsWith("  rotate-secret-key "));
        }
    }
}
