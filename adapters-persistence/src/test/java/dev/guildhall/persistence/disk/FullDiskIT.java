package dev.guildhall.persistence.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.persistence.SmallDisk;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.run.BlobStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FullDiskIT {
    private static final int MOST = 1024 * 1024;

    @TempDir
    Path directory;

    private long files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).count();
        }
    }

    @Test
    void content_that_does_not_fit_is_refused_as_full_storage_and_leaves_no_file() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(directory, 1)) {
            BlobStore blobs = new DiskBlobStore(directory.resolve("blobs"), InstantSource.system());
            blobs.put(new ByteArrayInputStream(new byte[] {1}), MOST);
            Path filler = disk.fill();

            assertThatThrownBy(() -> blobs.put(new ByteArrayInputStream(new byte[200_000]), MOST))
                    .isInstanceOfSatisfying(
                            Refusal.class,
                            refusal -> assertThat(refusal.problem())
                                    .isEqualTo(CommonProblem.Unavailable.full("storage of files")))
                    .hasMessage("Unavailable: the storage of files has no space left at the moment; try again");
            assertThat(files(directory.resolve("blobs"))).isOne();

            Files.delete(filler);
            BlobStore.Blob stored = blobs.put(new ByteArrayInputStream(new byte[200_000]), MOST);
            assertThat(blobs.find(stored.content())).contains(stored);
        }
    }
}
