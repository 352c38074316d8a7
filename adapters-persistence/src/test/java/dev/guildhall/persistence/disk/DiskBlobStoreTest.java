package dev.guildhall.persistence.disk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.run.BlobStore;
import dev.guildhall.ports.run.Sha256;
import dev.guildhall.testkit.contract.BlobStoreContract;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskBlobStoreTest implements BlobStoreContract {
    private static final byte[] CONTENT = {1, 2, 3};

    @TempDir
    Path directory;

    private Path folder = Path.of("");
    private BlobStore blobs = new DiskBlobStore(folder, Instant::now);
    /** Never ahead of the time by which the disk's new files are dated. */
    private Instant now = Instant.now().minus(OLD.multipliedBy(3)).truncatedTo(ChronoUnit.MILLIS);

    @BeforeEach
    void begin_without_content() {
        folder = directory.resolve("blobs");
        blobs = new DiskBlobStore(folder, () -> now);
    }

    @Override
    public BlobStore blobs() {
        return blobs;
    }

    @Override
    public Instant now() {
        return now;
    }

    @Override
    public void passTime(Duration time) {
        now = now.plus(time);
    }

    private long files() throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).count();
        }
    }

    @Test
    void nothing_but_the_content_stays_on_the_disk() throws IOException {
        blobs.put(new ByteArrayInputStream(CONTENT), MOST);
        blobs.put(new ByteArrayInputStream(CONTENT), MOST);

        assertThat(files()).isOne();
    }

    @Test
    void what_a_write_that_failed_left_behind_is_swept_when_it_is_old() throws IOException {
        blobs.put(new ByteArrayInputStream(CONTENT), MOST);
        Path left = Files.createFile(folder.resolve("unfinished").resolve("blob1"));
        Path written = Files.createFile(folder.resolve("unfinished").resolve("blob2"));
        Files.setLastModifiedTime(left, FileTime.from(now.minus(OLD).minusSeconds(1)));

        blobs.sweep(now.minus(OLD), some -> Set.of());

        assertThat(left).doesNotExist();
        assertThat(written).exists();
    }

    @Test
    void files_that_are_no_content_stay_where_they_are() throws IOException {
        Sha256 old = blobs.put(new ByteArrayInputStream(CONTENT), MOST).content();
        passTime(OLD.plusSeconds(1));
        Path lost = Files.createDirectories(folder.resolve("lost+found")).resolve("a");
        Path note = folder.resolve(old.value().substring(0, 2)).resolve("README");
        for (Path foreign : Set.of(lost, note)) {
            Files.createFile(foreign);
            Files.setLastModifiedTime(foreign, FileTime.from(Instant.EPOCH));
        }

        blobs.sweep(now.minus(OLD), some -> Set.of());

        assertThat(blobs.find(old)).isEmpty();
        assertThat(lost).exists();
        assertThat(note).exists();
    }
}
