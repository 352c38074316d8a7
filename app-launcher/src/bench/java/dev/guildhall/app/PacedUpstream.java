package dev.guildhall.app;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;

/**
 * A provider with exact timing: it answers a question with one tool call, and the tool's result with chunks of text.
 * Each chunk contains its planned time, by the nanosecond clock of this process, so that the client can compute the
 * delay; a late result is not counted as a delay of the chunks.
 */
final class PacedUpstream implements AutoCloseable {
    private static final byte[] CALLED = ModelResponses.end("tool_calls");
    private static final byte[] SAID = ModelResponses.end("stop");

    /** A call with a result contains its planned time. */
    private static final Pattern CALL = Pattern.compile("\"tool_call_id\":\"c([0-9]+)\"");

    private final Upstream upstream = new Upstream(this::answer);
    private final long gapNanos;
    private final int pieces;
    private final Queue<Long> rounds = new ConcurrentLinkedQueue<>();

    /** A provider that waits that long before each chunk. */
    PacedUpstream(int gapMillis, int pieces) {
        this.gapNanos = gapMillis * 1_000_000L;
        this.pieces = pieces;
    }

    int port() {
        return upstream.port();
    }

    private void answer(Upstream.Asked asked) throws IOException {
        long begun = System.nanoTime();
        OutputStream out = asked.out();
        out.write(ModelResponses.HEAD);
        boolean hasResult =
                asked.body().lastIndexOf("\"role\":\"tool\"") > asked.body().lastIndexOf("\"role\":\"user\"");
        if (hasResult) {
            CALL.matcher(asked.body()).results().forEach(call -> rounds.add(begun - Long.parseLong(call.group(1))));
            for (int i = 1; i <= pieces; i++) {
                long due = waitUntil(begun + i * gapNanos);
                out.write(ModelResponses.piece("w" + due + " "));
            }
            out.write(SAID);
        } else {
            long due = waitUntil(begun + gapNanos);
            out.write(ModelResponses.call(0, "c" + due, "builtin__calculate", "{\"expression\":\"12*12\"}"));
            out.write(CALLED);
        }
    }

    /**
     * The times between each call's planned time and its result, in nanoseconds, since the last call of this method.
     */
    List<Long> takeRounds() {
        List<Long> taken = new ArrayList<>();
        for (Long next = rounds.poll(); next != null; next = rounds.poll()) {
            taken.add(next);
        }
        return taken;
    }

    private static long waitUntil(long due) {
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
        return due;
    }

    @Override
    public void close() {
        upstream.close();
    }
}
