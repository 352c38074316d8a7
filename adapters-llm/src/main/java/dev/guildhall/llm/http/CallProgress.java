package dev.guildhall.llm.http;

import java.net.SocketTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Knows how far a call has come, how long its next wait may take, and what was waited for when that was too long. For one
 * thread.
 */
public final class CallProgress {
    private final long begun = Deadlines.now();
    private final TimedClient client;
    private long sent = begun;
    private long heard = begun;
    private Phase phase = Phase.CONNECT;
    private @Nullable StreamWaits waits;

    private enum Phase {
        CONNECT,
        BEGINNING,
        IDLE
    }

    /** A call that begins now. */
    public CallProgress(TimedClient client) {
        this.client = client;
    }

    /** A connection is made, in place of one that did not take the request if there was one: nothing is sent yet. */
    void connect() {
        phase = Phase.CONNECT;
    }

    /** The request goes out. */
    void send() {
        sent = Deadlines.now();
        heard = sent;
        phase = Phase.BEGINNING;
    }

    /** Something of the answer has arrived: from now on it is idle when nothing more comes. */
    void tokenArrived() {
        phase = Phase.IDLE;
        if (waits != null) {
            waits.again();
        }
    }

    /** From now on the answer is a stream, whose waits are watched. */
    void watch(StreamWaits stream) {
        waits = stream;
    }

    /** The answer is whole; whatever follows is not waited for. */
    void unwatch() {
        waits = null;
    }

    /** Whether the answer is a stream, which may have several pieces at hand. */
    boolean isStream() {
        return waits != null;
    }

    /** Bytes have been read. */
    void came() {
        if (waits == null) {
            heard = Deadlines.now();
        } else {
            waits.came();
        }
    }

    /** Whether more of a stream comes within a moment, so that it pays to wait for it. */
    boolean isBurst() {
        return waits != null && waits.isBurst();
    }

    /** Refuses to go on when the whole has taken too long. */
    void requireTime() throws SocketTimeoutException {
        if (isOver()) {
            throw new SocketTimeoutException("took too long");
        }
    }

    private boolean isOver() {
        return Deadlines.now() >= end();
    }

    private long end() {
        return begun + client.total().toNanos();
    }

    /** How many milliseconds making a connection may take, 1 or more. */
    int connectMillis() throws SocketTimeoutException {
        requireTime();
        long left = Math.min(client.timeouts().connect().toNanos(), end() - Deadlines.now());
        return Math.clamp(left / 1_000_000, 1, Integer.MAX_VALUE);
    }

    /** Before a wait for the provider: when it ends at last. */
    long beginWait() throws SocketTimeoutException {
        long until = Math.min(endOfPhase(), end());
        if (until <= Deadlines.now()) {
            throw new SocketTimeoutException("waited too long");
        }
        return until;
    }

    private long endOfPhase() {
        if (isConnecting()) {
            return Deadlines.now() + client.timeouts().connect().toNanos();
        }
        return waits == null ? heard + client.answer().toNanos() : waits.begin();
    }

    /** Behind a wait. */
    void endWait() {
        if (waits != null) {
            waits.end();
        }
    }

    /** Before a write: when the provider has to have taken it. */
    long beginWrite() {
        return Math.min(Deadlines.now() + client.timeouts().idle().toNanos(), end());
    }

    /** Whether nothing has been sent yet, so that trying again cannot ask twice. */
    public boolean isConnecting() {
        return phase == Phase.CONNECT;
    }

    boolean hasToken() {
        return phase == Phase.IDLE;
    }

    /** When the request was sent. */
    long sent() {
        return sent;
    }

    /** What was waited for when a timer ran out. */
    public String waitedFor() {
        if (isOver()) {
            return "total";
        }
        return switch (phase) {
            case CONNECT -> "connect";
            case BEGINNING -> client.awaited();
            case IDLE -> "idle";
        };
    }
}
