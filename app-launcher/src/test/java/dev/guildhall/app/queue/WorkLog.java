package dev.guildhall.app.queue;

import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * A log of handlers outside the database: a file for each process and a line for each entry, each written at once so
 * that it survives the end of the process. Thread-safe.
 */
final class WorkLog implements AutoCloseable {
    /** The kind of an entry. */
    enum Word {
        BEGUN,
        ENDED,
        INTERRUPTED
    }

    /**
     * One line.
     *
     * @param nanos of a clock that all processes of the machine share
     */
    record Entry(Word word, long nanos, TaskId task, int fence) {
        static Entry now(Word word, Task task) {
            return new Entry(word, System.nanoTime(), task.id(), task.fence());
        }

        private static Entry parse(String line) {
            String[] fields = line.split(" ", -1);
            return new Entry(
                    Word.valueOf(fields[0]),
                    Long.parseLong(fields[1]),
                    new TaskId(fields[2]),
                    Integer.parseInt(fields[3]));
        }

        private String line() {
            return word + " " + nanos + " " + task.value() + " " + fence + "\n";
        }
    }

    private final FileChannel file;

    private WorkLog(FileChannel file) {
        this.file = file;
    }

    static WorkLog create(Path path) throws IOException {
        return new WorkLog(FileChannel.open(
                path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, StandardOpenOption.APPEND));
    }

    void write(Entry entry) {
        try {
            ByteBuffer line = ByteBuffer.wrap(entry.line().getBytes(StandardCharsets.US_ASCII));
            if (file.write(line) != line.limit()) {
                throw new IllegalStateException("a line was cut: " + entry);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** The entries that a process has written so far; none when there is no file yet. */
    static List<Entry> read(Path path) {
        try {
            return Files.exists(path)
                    ? Files.readString(path, StandardCharsets.US_ASCII)
                            .lines()
                            .map(Entry::parse)
                            .toList()
                    : List.of();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
