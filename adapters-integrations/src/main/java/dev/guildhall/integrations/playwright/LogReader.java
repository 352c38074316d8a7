package dev.guildhall.integrations.playwright;

import dev.guildhall.ports.Text;
import dev.guildhall.ports.run.RunEvent;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Reports the lines that a run prints, while it prints them: several lines in one event, and only the beginning of long
 * output. For one run; used by one thread.
 */
final class LogReader implements AutoCloseable {
    /** The largest number of reported characters of a line. */
    static final int MOST_OF_LINE = 2_000;
    /** The largest number of lines in an event. */
    static final int MOST_OF_EVENT = 100;
    /** The largest number of reported lines of a run. */
    static final int MOST_LINES = 10_000;
    /** The largest number of reported characters of a run. */
    static final int MOST_CHARACTERS = 1024 * 1024;

    /** The last reported line when a run prints more than the limits. */
    static final String LEFT_OUT = "[the rest is omitted here; the file run.log has more of it]\n";

    /** Limits the rate of events of a test that prints all the time. */
    private static final Duration EVERY = Duration.ofMillis(250);

    private static final int MOST_BYTES_OF_CHARACTER = 4;
    private static final Pattern ESCAPES = Pattern.compile("(?:\u001b\\[|\u009b)[0-?]*[ -/]*[@-~]"
            + "|\u001b\\][^\u0007\u001b]*(?:\u0007|\u001b\\\\)?"
            + "|\u001b[ -/]*[0-~]"
            + "|[\0-\10\13-\37\177-\u009f]");

    /** Stays open, so that a file that tests put in its place is not read. */
    private final RandomAccessFile file;

    private final Consumer<RunEvent> events;
    private final byte[] line = new byte[MOST_OF_LINE * MOST_BYTES_OF_CHARACTER];
    private final StringBuilder text = new StringBuilder();
    private int length;
    private boolean isCut;
    private boolean isReturned;
    private int linesOfEvent;
    private int lines;
    private int characters;
    private boolean isFull;
    private long next = System.nanoTime();

    LogReader(Path log, Consumer<RunEvent> events) throws IOException {
        this.file = new RandomAccessFile(log.toFile(), "r");
        this.events = events;
    }

    /** Reports the lines that are complete, unless it did so a moment ago. */
    void read() throws IOException {
        if (System.nanoTime() - next >= 0) {
            readOn();
            report();
            next = System.nanoTime() + EVERY.toNanos();
        }
    }

    /** Reports the rest, after the end of the output. */
    void finish() throws IOException {
        readOn();
        if (length > 0 && !isFull) {
            endLine();
        }
        report();
    }

    private void readOn() throws IOException {
        byte[] block = new byte[8 * 1024];
        // Limits the loop when the suite writes to the file all the time without a line break.
        for (int read = file.read(block);
                read > 0 && !isFull && file.getFilePointer() <= 2 * TestProcess.MOST_PRINTED;
                read = file.read(block)) {
            for (int i = 0; i < read && !isFull; i++) {
                take(block[i]);
            }
        }
    }

    private void take(byte next) {
        boolean isSecondOfTwo = next == '\n' && isReturned;
        isReturned = next == '\r';
        if (isSecondOfTwo) {
            return;
        }
        if (next == '\n' || next == '\r') {
            endLine();
        } else if (length < line.length) {
            line[length++] = next;
        } else {
            isCut = true;
        }
    }

    private void endLine() {
        String whole = ESCAPES.matcher(new String(line, 0, length, StandardCharsets.UTF_8))
                .replaceAll("");
        String shown = Text.beginning(whole, MOST_OF_LINE);
        add(shown + (isCut || shown.length() < whole.length() ? "…\n" : "\n"));
        length = 0;
        isCut = false;
    }

    private void add(String shown) {
        isFull = lines == MOST_LINES || characters + shown.length() > MOST_CHARACTERS;
        String added = isFull ? LEFT_OUT : shown;
        if (linesOfEvent == MOST_OF_EVENT || text.length() + added.length() > RunEvent.Logged.MAX_TEXT) {
            report();
        }
        text.append(added);
        linesOfEvent++;
        lines++;
        characters += added.length();
    }

    private void report() {
        if (!text.isEmpty()) {
            events.accept(new RunEvent.Logged(text.toString()));
            text.setLength(0);
            linesOfEvent = 0;
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
