package dev.guildhall.http.logs;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.AppenderBase;
import dev.guildhall.wire.secrets.Secrets;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads all log lines, and finds forbidden content. A client knows a token only after the server could have logged it,
 * so a line is checked after many others have followed, or when {@link #faults()} is called. Thread-safe.
 */
final class LogWatch extends AppenderBase<ILoggingEvent> {
    private static final int LINES = 10_000;
    private static final int MOST_FAULTS = 20;
    private static final int MOST_CAUSES = 20;

    private record Line(String logger, String text) {}

    private final Secrets secrets;
    private final Queue<Line> waiting = new ArrayDeque<>();
    private final Set<String> faults = new LinkedHashSet<>();
    private long read;

    LogWatch(Secrets secrets) {
        this.secrets = secrets;
    }

    /** {@code AppenderBase} calls this under its lock. */
    @Override
    protected void append(ILoggingEvent event) {
        synchronized (waiting) {
            read++;
            waiting.add(new Line(event.getLoggerName(), textOf(event)));
            if (waiting.size() > LINES) {
                judge(waiting.remove());
            }
        }
    }

    /** The faults since the last call, each once. */
    List<String> faults() {
        synchronized (waiting) {
            while (!waiting.isEmpty()) {
                judge(waiting.remove());
            }
            List<String> found = List.copyOf(faults);
            faults.clear();
            return found;
        }
    }

    /** The number of lines. */
    long linesRead() {
        synchronized (waiting) {
            return read;
        }
    }

    private void judge(Line line) {
        faultOf(line).filter(fault -> faults.size() < MOST_FAULTS).ifPresent(faults::add);
    }

    private Optional<String> faultOf(Line line) {
        return secrets.kindIn(line.text())
                .map(kind -> line.logger() + " logged a secret: " + kind)
                .or(() -> breaksItsLine(line) ? Optional.of(line.logger() + " broke its line") : Optional.empty());
    }

    /** A client's text with a line break would look like a line of the server's own. */
    private static boolean breaksItsLine(Line line) {
        return line.logger().startsWith("dev.guildhall")
                && line.text().codePoints().anyMatch(LogWatch::endsALine);
    }

    private static boolean endsALine(int character) {
        return Character.isISOControl(character) || character == 0x2028 || character == 0x2029;
    }

    /** The message and the messages of all its exceptions. */
    private static String textOf(ILoggingEvent event) {
        StringBuilder text = new StringBuilder(String.valueOf(event.getFormattedMessage()));
        append(text, event.getThrowableProxy(), MOST_CAUSES);
        return text.toString();
    }

    private static void append(StringBuilder text, @Nullable IThrowableProxy thrown, int left) {
        if (thrown == null || left == 0) {
            return;
        }
        text.append(" | ").append(thrown.getMessage());
        append(text, thrown.getCause(), left - 1);
        for (IThrowableProxy suppressed : thrown.getSuppressed()) {
            append(text, suppressed, left - 1);
        }
    }
}
