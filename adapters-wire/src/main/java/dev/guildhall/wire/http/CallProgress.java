package dev.guildhall.wire.http;

import static java.util.Objects.requireNonNull;

import dev.guildhall.ports.completion.ChunkSink;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The phase of a call, how long its next wait may take, and which timeout expired. For one thread. */
public final class CallProgress {
    /** The call whose request the current thread sends. */
    static final ScopedValue<CallProgress> CURRENT = ScopedValue.newInstance();

    private final long started = Deadlines.now();
    private final CallTimeouts timeouts;
    private final ChunkPacing pacing = new ChunkPacing();
    private long lastRead = started;
    private Phase phase = Phase.CONNECT;
    private boolean opened;
    private volatile boolean answered;
    private boolean closedAfterwards;
    private @Nullable WatchedSocket socket;
    private volatile @Nullable Deadline shared;
    private @Nullable ChunkSink sink;
    private long unread;
    private long waitBegun;
    private long waitedNanos;

    private enum Phase {
        CONNECT,
        FIRST_TOKEN,
        IDLE
    }

    public CallProgress(CallTimeouts timeouts) {
        this.timeouts = timeouts;
    }

    static CallProgress current() {
        return CURRENT.get();
    }

    /** The call looks for a connection; its request has not been sent. */
    void connect() {
        phase = Phase.CONNECT;
        opened = false;
        answered = false;
        closedAfterwards = false;
        shared = null;
        unread = 0;
    }

    /** The call opens a socket. */
    WatchedSocket open(Egress egress) {
        WatchedSocket opened = new WatchedSocket(egress, this);
        socket = opened;
        return opened;
    }

    /** The call uses a socket without sharing it. */
    void use(WatchedSocket alone) {
        socket = alone;
    }

    WatchedSocket socket() {
        return requireNonNull(socket);
    }

    /**
     * The call shares a connection with others.
     *
     * @param cancel ends the call
     */
    void share(Runnable cancel) {
        Deadline deadline = new Deadline(cancel);
        shared = deadline;
        Deadlines.add(deadline);
    }

    /** The deadline of a call that shares its connection; absent when the socket has one. */
    Optional<Deadline> shared() {
        return Optional.ofNullable(shared);
    }

    void send() {
        lastRead = Deadlines.now();
        answered = false;
        phase = Phase.FIRST_TOKEN;
        shared().ifPresent(deadline -> deadline.beginWait(Math.min(endOfPhase(), end())));
    }

    /** The head of the response has come, or the call has failed. */
    void endHead(boolean came) throws SocketTimeoutException {
        Deadline deadline = shared;
        if (deadline != null) {
            answered |= came;
            if (!came) {
                Deadlines.remove(deadline);
            }
            deadline.endWait();
        }
    }

    void closeAfterwards() {
        closedAfterwards = true;
    }

    boolean isClosedAfterwards() {
        return closedAfterwards;
    }

    /** A part of the answer has arrived: from now on the idle timeout applies. */
    public void tokenArrived() {
        phase = Phase.IDLE;
    }

    /** The response is a stream to that sink: from now on its waits have the timeouts of a stream. */
    void watch(ChunkSink receiver) {
        sink = receiver;
    }

    /** The answer is complete: the reader waits for nothing more. */
    void unwatch() {
        sink = null;
    }

    /** Whether the response is a stream, of which several chunks may have arrived. */
    private boolean isStream() {
        return sink != null;
    }

    /** Bytes of the response have been read; whatever they are, they show that the provider is alive. */
    void read() {
        answered = true;
        waitedNanos = 0;
        if (isStream()) {
            pacing.read(Deadlines.now());
        } else {
            lastRead = Deadlines.now();
        }
    }

    /** The reader of the response asks for more of it. */
    void beginRead() {
        unread = 0;
    }

    /**
     * So many bytes have come over the connection.
     *
     * @throws ProtocolException when the reader has had none of many bytes, so that the library holds them
     */
    void receive(int bytes) throws ProtocolException {
        unread += bytes;
        if (unread > Limits.UNREAD_BYTES) {
            throw new ProtocolException("a part of a response that is not its content is too long");
        }
        read();
    }

    /** Whether the next chunk of a stream is expected so soon that a short wait for it saves a write. */
    private boolean isBurst() {
        return isStream() && pacing.isBurst();
    }

    /**
     * Whether more of a stream has arrived. Other threads run before this is decided: with many calls at once more of
     * this one arrives meanwhile, its chunks are written together, and no thread has to be woken for it. In a burst the
     * wait is a little longer.
     */
    @SuppressWarnings("ThreadPriorityCheck") // A virtual thread goes to the end of the scheduler's queue.
    boolean hasMoreOfStream(InputStream body) throws IOException {
        Thread.yield();
        if (!isStream()) {
            return false;
        }
        if (body.available() == 0 && isBurst()) {
            LockSupport.parkNanos(Limits.GATHERING.toNanos());
        }
        return body.available() > 0;
    }

    /**
     * Whether the request was sent over a pooled connection and no byte of a response came: the provider had closed the
     * connection.
     */
    boolean isUnanswered() {
        return !isConnecting() && !opened && !answered;
    }

    boolean isAnswered() {
        return answered;
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

    /** Whether the total timeout has expired. */
    public boolean isExpired() {
        return Deadlines.now() >= end();
    }

    /** How long the whole call may still take; zero or less when its total timeout has expired. */
    public Duration left() {
        return Duration.ofNanos(end() - Deadlines.now());
    }

    private long end() {
        return started + timeouts.total().toNanos();
    }

    /** How many milliseconds the next attempt to open a connection may take, 1 or more. */
    int connectMillis() throws SocketTimeoutException {
        opened = true;
        requireTime();
        long left = Math.min(timeouts.connect().toNanos(), end() - Deadlines.now());
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
            return Deadlines.now() + timeouts.connect().toNanos();
        }
        ChunkSink receiver = sink;
        return receiver == null
                ? lastRead + (hasToken() ? timeouts.idle() : timeouts.answer()).toNanos()
                : beginStreamWait(receiver);
    }

    /**
     * The sink settles before each wait. The time that it takes does not count, so that a slow reader does not make the
     * provider look idle.
     */
    private long beginStreamWait(ChunkSink receiver) {
        receiver.settle();
        if (hasToken()) {
            pacing.begin();
        }
        waitBegun = Deadlines.now();
        return waitBegun + (hasToken() ? timeouts.idle() : timeouts.answer()).toNanos() - waitedNanos;
    }

    void endWait() {
        if (isStream()) {
            waitedNanos += Deadlines.now() - waitBegun;
        }
    }

    /** Called before a write; the time at which it expires. */
    long beginWrite() {
        return Math.min(Deadlines.now() + timeouts.idle().toNanos(), end());
    }

    /** Whether the request has not been sent, so that the provider cannot receive it twice. */
    public boolean isConnecting() {
        return phase == Phase.CONNECT;
    }

    private boolean hasToken() {
        return phase == Phase.IDLE;
    }

    /** The timeout that expired. */
    public String expiredTimeout() {
        if (isExpired()) {
            return "total";
        }
        return switch (phase) {
            case CONNECT -> "connect";
            case FIRST_TOKEN -> timeouts.awaited();
            case IDLE -> "idle";
        };
    }
}
