package dev.guildhall.persistence.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PostgresBinariesIT {
    @TempDir
    private Path folder;

    @Test
    void two_that_unpack_at_once_have_the_same_whole_folder() throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(2);
        Callable<Path> unpacking = () -> {
            barrier.await();
            return PostgresBinaries.unpackBelow(folder);
        };
        FutureTask<Path> first = new FutureTask<>(unpacking);
        FutureTask<Path> second = new FutureTask<>(unpacking);

        Thread.ofVirtual().start(first);
        Thread.ofVirtual().start(second);

        assertThat(first.get()).isEqualTo(second.get());
        assertThat(first.get().resolve("bin/postgres")).isExecutable();
        assertThat(entries()).containsExactly(first.get());
    }

    private List<Path> entries() throws IOException {
        try (Stream<Path> found = Files.list(folder)) {
            return found.toList();
        }
    }
}
