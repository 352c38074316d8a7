package dev.guildhall.wire.sse;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * Writes server-sent events and flushes each at once. The status line is sent with the first event, so that an earlier
 * failure is an ordinary HTTP error. While no event is sent, the writer sends a comment line every {@link #HEARTBEAT}:
 * it keeps proxies from closing the connection, and it fails when the client has disconnected unnoticed. Then the
 * thread that opened the writer is interrupted, which ends its wait.
 *
 * <p>One thread at a time writes the events; a thread of the writer's own writes the comments.
 */
public final class SseWriter implements AutoCloseable {
    static final Duration HEARTBEAT = Duration.ofSeconds(2);

    /** An event without data, which clients of server-sent events ignore. */
    public static final String COMMENT = ":\n\n";

    private final OutputStream out;
    private final byte[] heartbeat;
    private final Runnable head;
    private final Runnable permission;
    private final Function<IOException, RuntimeException> disconnected;
    private final Thread owner = Thread.currentThread();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition closing = lock.newCondition();
    private boolean started;
    private boolean closed;
    private long lastWrite;
    private Optional<IOException> failure = Optional.empty();

    /**
     * A writer that has sent nothing.
     *
     * @param head sets the status and the headers; called once, before the first event
     * @param permission throws the error that ends the stream when no further event may be sent
     * @param disconnected makes the exception that each method throws when the client has disconnected
     */
    public SseWriter(
            OutputStream out,
            Runnable head,
            Runnable permission,
            Function<IOException, RuntimeException> disconnected) {
        this(out, COMMENT, head, permission, disconnected);
    }

    /**
     * The same for a stream in which something else than a comment means nothing.
     *
     * @param heartbeat is sent in place of the comments
     */
    public SseWriter(
            OutputStream out,
            String heartbeat,
            Runnable head,
            Runnable permission,
            Function<IOException, RuntimeException> disconnected) {
        this.out = out;
        this.heartbeat = heartbeat.getBytes(StandardCharsets.UTF_8);
        this.head = head;
        this.permission = permission;
        this.disconnected = disconnected;
    }

    /** Whether anything was sent, so that the status can no longer change. */
    public boolean isStarted() {
        return started;
    }

    /**
     * Writes an event without a name.
     *
     * @param data one line
     */
    public void data(String data) {
        text("data: " + data + "\n\n");
    }

    /**
     * Writes an event with a name.
     *
     * @param data one line
     */
    public void event(String name, String data) {
        text("event: " + name + "\ndata: " + data + "\n\n");
    }

    /**
     * Writes an event with a name and an id, from which a client that was disconnected resumes the stream.
     *
     * @param id one line
     * @param data one line
     */
    public void event(String name, String id, String data) {
        text("id: " + id + "\nevent: " + name + "\ndata: " + data + "\n\n");
    }

    /** Begins the stream with a comment, for streams whose first event may come late. */
    public void open() {
        events(heartbeat, heartbeat.length);
    }

    private void text(String event) {
        byte[] bytes = event.getBytes(StandardCharsets.UTF_8);
        events(bytes, bytes.length);
    }

    /**
     * Writes events that the caller has formatted, all at once.
     *
     * @param bytes one complete event or more at its beginning
     * @param length the number of bytes
     */
    public void events(byte[] bytes, int length) {
        permission.run();
        lock.lock();
        try {
            if (!started) {
                start();
            }
            send(bytes, length);
        } finally {
            lock.unlock();
        }
        if (failure.isPresent()) {
            throw disconnected.apply(failure.get());
        }
    }

    private void start() {
        started = true;
        head.run();
        Thread.ofVirtual().name("sse-heartbeat").start(this::beat);
    }

    private void send(byte[] bytes, int length) {
        if (failure.isPresent()) {
            return;
        }
        try {
            out.write(bytes, 0, length);
            out.flush();
            lastWrite = System.nanoTime();
        } catch (IOException gone) {
            failure = Optional.of(gone);
        }
    }

    private void beat() {
        lock.lock();
        try {
            while (!closed && failure.isEmpty()) {
                long left = HEARTBEAT.toNanos() - (System.nanoTime() - lastWrite);
                if (left <= 0) {
                    send(heartbeat, heartbeat.length);
                } else {
                    closing.awaitNanos(left);
                }
            }
            if (!closed) {
                owner.interrupt();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    /** Stops the comments; an interrupt from a failed comment is cleared. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            closing.signalAll();
            if (failure.isPresent()) {
                Thread.interrupted();
            }
        } finally {
            lock.unlock();
        }
    }
}
