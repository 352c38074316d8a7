package dev.guildhall.persistence.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

/** With a small archive; every start of an embedded PostgreSQL unpacks the real one or finds it unpacked. */
class PostgresBinariesTest {
    private static final int EXECUTABLE = 0100755;
    private static final int FILES = 50;

    @TempDir
    private Path folder;

    @TempDir
    private Path other;

    /** An archive with a program and some other files. */
    private URL archive() throws IOException {
        Path file = other.resolve("postgres.txz");
        try (TarArchiveOutputStream archive =
                new TarArchiveOutputStream(new XZOutputStream(Files.newOutputStream(file), new LZMA2Options(0)))) {
            put(archive, "bin/postgres", EXECUTABLE);
            for (int i = 0; i < FILES; i++) {
                put(archive, "share/" + i, TarArchiveEntry.DEFAULT_FILE_MODE);
            }
        }
        return file.toUri().toURL();
    }

    private static void put(TarArchiveOutputStream archive, String name, int mode) throws IOException {
        byte[] content = name.repeat(1000).getBytes(StandardCharsets.US_ASCII);
        TarArchiveEntry entry = new TarArchiveEntry(name);
        entry.setMode(mode);
        entry.setSize(content.length);
        archive.putArchiveEntry(entry);
        archive.write(content);
        archive.closeArchiveEntry();
    }

    @Test
    void two_that_unpack_at_once_have_the_same_whole_folder() throws Exception {
        URL archive = archive();
        CyclicBarrier barrier = new CyclicBarrier(2);
        Callable<Path> unpacking = () -> {
            barrier.await();
            return PostgresBinaries.unpackBelow(folder, archive);
        };
        FutureTask<Path> first = new FutureTask<>(unpacking);
        FutureTask<Path> second = new FutureTask<>(unpacking);

        Thread.ofVirtual().start(first);
        Thread.ofVirtual().start(second);

        assertThat(first.get()).isEqualTo(second.get());
        assertThat(first.get().resolve("bin/postgres")).isExecutable();
        assertThat(first.get().resolve("share")).isDirectoryContaining(file -> file.endsWith(FILES - 1 + ""));
        assertThat(entries()).containsExactly(first.get());
    }

    private List<Path> entries() throws IOException {
        try (Stream<Path> found = Files.list(folder)) {
            return found.toList();
        }
    }
}
