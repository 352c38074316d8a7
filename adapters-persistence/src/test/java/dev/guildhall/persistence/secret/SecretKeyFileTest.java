package dev.guildhall.persistence.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.persistence.config.DatabaseStartException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretKeyFileTest {
    @TempDir
    Path folder;

    @Test
    void a_key_is_created_once_and_only_its_owner_can_read_it() throws IOException {
        String envelope = SecretKeyFile.open(Optional.empty(), folder).seal("secret", "test");

        SecretBox again = SecretKeyFile.open(Optional.empty(), folder);

        assertThat(again.open(envelope, "test")).isEqualTo("secret");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("secret.key"))))
                .isEqualTo("rw-------");
    }

    @Test
    void a_configured_key_is_used_and_no_file_is_written() {
        String key = Base64.getEncoder().encodeToString(new byte[SecretBox.KEY_BYTES]);

        SecretBox box = SecretKeyFile.open(Optional.of(key), folder);

        assertThat(box).hasToString(new SecretBox(new byte[SecretBox.KEY_BYTES]).toString());
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void the_error_for_a_malformed_key_names_its_source_and_not_the_key() {
        assertThatThrownBy(() -> SecretKeyFile.open(Optional.of("hunter2!"), folder))
                .isInstanceOf(DatabaseStartException.class)
                .hasMessageStartingWith("GUILDHALL_SECRET_KEY must be base64")
                .hasMessageNotContaining("hunter2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-r--r--", "rw----r--", "rw--w----"})
    void the_error_for_a_key_file_that_others_can_read_says_how_to_correct_it(String mode) throws IOException {
        SecretKeyFile.open(Optional.empty(), folder);
        Path file = folder.resolve("secret.key").toRealPath();
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));

        assertThatThrownBy(() -> SecretKeyFile.open(Optional.empty(), folder))
                .isInstanceOf(DatabaseStartException.class)
                .hasMessage(file + " is open to other users (" + mode + "): run chmod 600 " + file);
    }

    @Test
    void a_key_file_that_must_exist_is_not_created() {
        assertThatThrownBy(() -> SecretKeyFile.openExisting(Optional.empty(), folder))
                .isInstanceOf(DatabaseStartException.class)
                .hasMessageContaining("secret.key");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void an_empty_key_file_is_refused_and_not_overwritten() throws IOException {
        Path file = Files.createFile(
                folder.resolve("secret.key"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));

        assertThatThrownBy(() -> SecretKeyFile.open(Optional.empty(), folder))
                .hasMessageContaining("secret.key is empty");
        assertThat(file).isEmptyFile();
    }
}
