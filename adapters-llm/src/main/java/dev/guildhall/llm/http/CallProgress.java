package dev.guildhall.llm.http;

import static java.util.Objects.requireNonNull;

import java.net.SocketTimeoutException;
import org.jspecify.annotations.Nullable;

/** The phase of a call, how long its next wait may take, and which timeout expired. For one thread. */
public final class CallProgress {
    /** The call whose request the current thread sends. */
    static final ScopedValue<CallProgress> CURRENT = ScopedValue.newInstance();

    private final long started = Deadlines.now();
    private final TimedClient client;
    private long sent = started;
    private long lastRead = started;
    private Phase phase = Phase.CONNECT;
    private boolean opened;
    private boolean answered;
    private @Nullable ProviderConnection connection;
    private @Nullable StreamWaits waits;

    private enum Phase {
        CONNECT,
        FIRST_TOKEN,
        IDLE
    }

    /** A call that starts now. */
    public CallProgress(TimedClient client) {
        this.client = client;
    }

    static CallProgress current() {
        return CURRENT.get();
    }

    /** The call looks for a connection; its request has not been sent. */
    void connect() {
        phase = Phase.CONNECT;
    }

    /** The call sends its request over that connection. */
    void send(ProviderConnection over) {
        connection = over;
        sent = Deadlines.now();
        lastRead = sent;
        phase = Phase.FIRST_TOKEN;
    }

    /** The connection over which the request was sent. */
    ProviderConnection connection() {
        return requireNonNull(connection);
    }

    /** A part of the answer has arrived: from now on the idle timeout applies. */
    void tokenArrived() {
        phase = Phase.IDLE;
        if (waits != null) {
            waits.restart();
        }
    }

    /** The response is a stream: from now on its waits have the timeouts of a stream. */
    void watch(StreamWaits stream) {
        waits = stream;
    }

    /** The answer is complete: the reader waits for nothing more. */
    void unwatch() {
        waits = null;
    }

    /** Whether the response is a stream, of which several chunks may have arrived. */
    boolean isStream() {
        return waits != null;
    }

    /** Bytes of the response have been read. */
    void read() {
        answered = true;
        if (waits == null) {
            lastRead = Deadlines.now();
        } else {
            waits.read();
        }
    }

    /** Whether the next chunk of a stream is expected so soon that a short wait for it saves a write. */
    boolean isBurst() {
        return waits != null && waits.isBurst();
    }

    /**
     * Whether the request was sent over a pooled connection and no byte of a response came: the provider had closed the
     * connection.
     */
    boolean isUnanswered() {
        return !isConnecting() && !opened && !answered;
    }

    /**
     * Refuses to go on when the total timeout has expired.
     *
     * @throws SocketTimeoutException when it has
     */
    void requireTime() throws SocketTimeoutException {
        if (isExpired()) {
            throw new SocketTimeoutException("took too long");
        }
    }

    private boolean isExpired() {
        return Deadlines.now() >= end();
    }

    private long end() {
        return started + client.total().toNanos();
    }

    /** How many milliseconds the next attempt to open a connection may take, 1 or more. */
    int connectMillis() throws SocketTimeoutException {
        opened = true;
        requireTime();
        long left = Math.min(client.timeouts().connect().toNanos(), end() - Deadlines.now());
        return Math.clamp(left / 1_000_000, 1, Integer.MAX_VALUE);
    }

    /** Called before a wait for the provider; the time at which the wait expires. */
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
        return waits == null ? lastRead + client.answer().toNanos() : waits.begin();
    }

    /** Called after a wait. */
    void endWait() {
        if (waits != null) {
            waits.end();
        }
    }

    /** Called before a write; the time at which it expires. */
    long beginWrite() {
        return Math.min(Deadlines.now() + client.timeouts().idle().toNanos(), end());
    }

    /** Whether the request has not been sent, so that the provider cannot receive it twice. */
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

    /** The timeout that expired. */
    public String expiredTimeout() {
        if (isExpired()) {
            return "total";
        }
        return switch (phase) {
            case CONNECT -> "connect";
            case FIRST_TOKEN -> client.awaited();
            case IDLE -> "idle";
        };
    }
}
