package dev.guildhall.app;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The events that one client receives of an agent's answer with the timing of a {@link PacedUpstream}. Confined to one
 * thread.
 */
final class ReceivedReply {
    private static final List<String> CALLED = List.of("tool_start", "tool_result");
    private static final List<String> ENDED = List.of("usage", "done");

    private final long asked = System.nanoTime();
    private final List<String> events = new ArrayList<>();
    private final List<Double> late = new ArrayList<>();
    private boolean succeeded;
    private long first;
    private long last;

    /** Takes the next line of the stream. */
    void accept(String line) {
        if (line.startsWith("event: ")) {
            last = System.nanoTime();
            first = events.isEmpty() ? last : first;
            events.add(line.substring(7));
        } else if (line.startsWith("data: \"w")) {
            long due = Long.parseLong(line.substring(8, line.indexOf(' ', 8)));
            late.add(millis(last - due));
        } else if (line.contains("\"success\":true")) {
            succeeded = true;
        }
    }

    /** Whether all events have come, in order, with one end. */
    boolean isWhole(int pieces) {
        List<String> wanted = new ArrayList<>(CALLED);
        for (int i = 0; i < pieces; i++) {
            wanted.add("token");
        }
        wanted.addAll(ENDED);
        return events.equals(wanted) && succeeded && late.size() == pieces;
    }

    /** How long after the question the first event came, in milliseconds. */
    double firstAfter() {
        return millis(first - asked);
    }

    /** How long after the question the last event came, in milliseconds. */
    double lastAfter() {
        return millis(last - asked);
    }

    /** The delay of each chunk after its planned time, in milliseconds, in order. */
    List<Double> late() {
        return late;
    }

    /** The received events, for a message. */
    String told() {
        return events.size() + " events, the last " + (events.isEmpty() ? "none" : events.getLast());
    }

    private static double millis(long nanos) {
        return (double) nanos / TimeUnit.MILLISECONDS.toNanos(1);
    }
}
