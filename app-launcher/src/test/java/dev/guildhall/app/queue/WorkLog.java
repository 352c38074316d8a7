package dev.guildhall.app.queue;

import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskId;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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

    /** A stream and no channel: a channel is closed when a thread that writes to it is interrupted. */
    private final FileOutputStream file;

    private WorkLog(FileOutputStream file) {
        this.file = file;
    }

    static WorkLog create(Path path) throws IOException {
        return new WorkLog(new FileOutputStream(Files.createFile(path).toFile(), true));
    }

    void write(Entry entry) {
        try {
            file.write(entry.line().getBytes(StandardCharsets.US_ASCII));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /**
     * The entries that a process has written so far; none when there is no file yet. A reader can see the start of a
     * line that is being written: what has no line break yet is left out.
     */
    static List<Entry> read(Path path) {
        try {
            if (!Files.exists(path)) {
                return List.of();
            }
            String text = Files.readString(path, StandardCharsets.US_ASCII);
            return text.substring(0, text.lastIndexOf('\n') + 1)
                    .lines()
                    .map(Entry::parse)
                    .toList();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
