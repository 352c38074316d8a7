package dev.guildhall.persistence.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackupFileTest {
    private static final BackupManifest MANIFEST = new BackupManifest(
            "1.2", Instant.EPOCH, List.of("1 5 true"), Optional.of("check"), Map.of("users", List.of("id", "name")));

    @TempDir
    private Path folder;

    private Path write(BackupManifest manifest) throws IOException {
        Path file = folder.resolve("a.backup");
        try (BackupWriter backup = BackupWriter.create(file)) {
            byte[] json = manifest.json().getBytes(StandardCharsets.UTF_8);
            backup.add(BackupWriter.MANIFEST, json, json.length);
            byte[] rows = new byte[300_000];
            new Random(7).nextBytes(rows);
            backup.add("database/users/0", rows, rows.length);
            backup.addFile("data/é/x", 0700, new ByteArrayInputStream(new byte[] {1, 2, 3}), 3);
            backup.addLink("data/link", "é/x");
            backup.finish(Optional.empty());
        }
        return file;
    }

    private static Map<String, Integer> read(Path file) throws IOException, SQLException {
        Map<String, Integer> sizes = new LinkedHashMap<>();
        BackupReader.read(
                file,
                (entry, content) -> sizes.put(entry.name() + entry.link().orElse(""), content.readAllBytes().length));
        return sizes;
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    @Test
    void a_backup_is_read_as_it_was_written_and_only_its_owner_can_read_it() throws Exception {
        Path file = write(MANIFEST);

        BackupManifest manifest =
                BackupReader.read(file, (entry, content) -> {}).manifest();

        assertThat(manifest).isEqualTo(MANIFEST);
        assertThat(read(file)).isEqualTo(Map.of("database/users/0", 300_000, "data/é/x", 3, "data/linké/x", 0));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(names()).containsExactly("a.backup");
    }

    @Test
    void a_backup_that_is_cut_short_anywhere_is_refused() throws IOException {
        byte[] whole = Files.readAllBytes(write(MANIFEST));
        Path cut = folder.resolve("cut");

        assertThat(whole.length).isGreaterThan(300_000);
        for (int length = 20; length < whole.length; length += 4999) {
            Files.write(cut, Arrays.copyOf(whole, length));

            assertThatThrownBy(() -> read(cut))
                    .isInstanceOf(BackupFailure.class)
                    .hasMessageContaining("cut short or damaged");
        }
    }

    @Test
    void a_backup_with_a_changed_byte_is_refused() throws IOException {
        byte[] whole = Files.readAllBytes(write(MANIFEST));
        Path changed = folder.resolve("changed");

        // The random rows are there. In the zeros of the headers before them, a changed bit can mean the same zeros.
        for (int at = 7001; at < whole.length; at += 7001) {
            byte[] bytes = whole.clone();
            bytes[at] ^= 1;
            Files.write(changed, bytes);

            assertThatThrownBy(() -> read(changed)).isInstanceOf(BackupFailure.class);
        }
    }

    @Test
    void a_file_that_is_no_backup_is_refused() throws IOException {
        Path text = Files.writeString(folder.resolve("text"), "not a backup");
        Path empty = Files.createFile(folder.resolve("empty"));

        assertThatThrownBy(() -> read(text)).hasMessageContaining("is no backup");
        assertThatThrownBy(() -> read(empty)).hasMessageContaining("is no backup");
        assertThatThrownBy(() -> read(folder.resolve("absent"))).hasMessageContaining("there is no file");
    }

    @Test
    void a_backup_that_fails_leaves_no_file_and_one_that_exists_is_not_replaced() throws IOException {
        try (BackupWriter backup = BackupWriter.create(folder.resolve("b.backup"))) {
            backup.add("x", new byte[3], 3);
            assertThatThrownBy(() -> backup.addFile("y", 0600, new ByteArrayInputStream(new byte[1]), 2))
                    .hasMessageContaining("became shorter");
        }
        assertThat(names()).isEmpty();

        Path file = write(MANIFEST);

        assertThatThrownBy(() -> BackupWriter.create(file)).hasMessageContaining("exists already");
    }

    @Test
    void a_backup_of_a_later_form_names_the_version_that_reads_it() {
        String later = MANIFEST.json().replace("\"format\":1", "\"format\":2");

        assertThatThrownBy(() -> BackupManifest.of(later))
                .isInstanceOf(BackupFailure.class)
                .hasMessageContaining("1.2");
    }

    @Test
    void a_path_outside_the_data_folder_is_refused() {
        FileLoad files = new FileLoad(folder);
        BackupReader.Entry outside = new BackupReader.Entry("data/../../x", 0600, Optional.empty());

        assertThatThrownBy(() -> files.add(outside, new ByteArrayInputStream(new byte[0])))
                .isInstanceOf(BackupFailure.class)
                .hasMessageContaining("outside the data folder");
    }
}
