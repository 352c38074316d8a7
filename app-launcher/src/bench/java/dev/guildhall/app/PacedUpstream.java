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
 * A provider that speaks in time: to a question it answers with one call of a tool, to the tool's result with pieces of
 * text. Whatever it sends says by itself when that was due, by the nanosecond clock of this process, so that whoever
 * hears it knows how late it is; what comes late here is no less late there.
 */
final class PacedUpstream implements AutoCloseable {
    private static final byte[] CALLED = ModelWire.end("tool_calls");
    private static final byte[] SAID = ModelWire.end("stop");

    /** A call that has a result says when it was due. */
    private static final Pattern CALL = Pattern.compile("\"tool_call_id\":\"c([0-9]+)\"");

    private final Upstream upstream = new Upstream(this::answer);
    private final long gapNanos;
    private final int pieces;
    private final Queue<Long> rounds = new ConcurrentLinkedQueue<>();

    /** One that waits so long before each thing that it sends. */
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
        out.write(ModelWire.HEAD);
        boolean hasResult =
                asked.body().lastIndexOf("\"role\":\"tool\"") > asked.body().lastIndexOf("\"role\":\"user\"");
        if (hasResult) {
            CALL.matcher(asked.body()).results().forEach(call -> rounds.add(begun - Long.parseLong(call.group(1))));
            for (int i = 1; i <= pieces; i++) {
                long due = waitUntil(begun + i * gapNanos);
                out.write(ModelWire.piece("w" + due + " "));
            }
            out.write(SAID);
        } else {
            long due = waitUntil(begun + gapNanos);
            out.write(ModelWire.call(0, "c" + due, "builtin__calculate", "{\"expression\":\"12*12\"}"));
            out.write(CALLED);
        }
    }

    /** How long each result of a tool came after its call was due, in nanoseconds, since this was last asked. */
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
