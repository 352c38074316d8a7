package dev.guildhall.http.json;

import dev.guildhall.http.error.ClientGone;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Writes server-sent events, each flushed at once. The status line goes out with the first event, so that a failure before
 * it is a plain HTTP error. In silence a comment line goes out every {@link #HEARTBEAT}: it keeps proxies patient, and
 * where a client's leaving cannot be seen on the connection it shows in the comment's failing. Then the thread that opened
 * the writer is interrupted, so that whatever it waits for ends.
 *
 * <p>Events are written by the thread that opened it; comments come from a thread of its own.
 */
public final class SseWriter implements AutoCloseable {
    /** How long a stream is silent at most. */
    static final Duration HEARTBEAT = Duration.ofSeconds(2);

    private static final byte[] COMMENT = ":\n\n".getBytes(StandardCharsets.UTF_8);

    private final HttpServletResponse response;
    private final OutputStream out;
    private final Runnable permission;
    private final Thread owner = Thread.currentThread();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition closing = lock.newCondition();
    private boolean started;
    private boolean closed;
    private long lastWrite;
    private Optional<IOException> failure = Optional.empty();

    /**
     * A writer.
     *
     * @param permission throws what the stream is to end with when no further event may go out
     */
    public SseWriter(HttpServletResponse response, OutputStream out, Runnable permission) {
        this.response = response;
        this.out = out;
        this.permission = permission;
    }

    /** Whether anything was sent, so that no other status can be. */
    public boolean isStarted() {
        return started;
    }

    /**
     * An event without a name.
     *
     * @param data one line
     * @throws ClientGone when nobody reads
     */
    public void data(String data) {
        text("data: " + data + "\n\n");
    }

    /**
     * An event with a name.
     *
     * @param data one line
     * @throws ClientGone when nobody reads
     */
    public void event(String name, String data) {
        text("event: " + name + "\ndata: " + data + "\n\n");
    }

    /**
     * An event with a name and a number, after which a reader that was cut off takes the stream up again.
     *
     * @param id one line
     * @param data one line
     * @throws ClientGone when nobody reads
     */
    public void event(String name, String id, String data) {
        text("id: " + id + "\nevent: " + name + "\ndata: " + data + "\n\n");
    }

    /**
     * Begins the stream with a comment, where the first event may be long in coming.
     *
     * @throws ClientGone when nobody reads
     */
    public void open() {
        events(COMMENT, COMMENT.length);
    }

    private void text(String event) {
        byte[] bytes = event.getBytes(StandardCharsets.UTF_8);
        events(bytes, bytes.length);
    }

    /**
     * Events that somebody else has written, all at once.
     *
     * @param bytes one whole event or more at its beginning
     * @param length how many of them
     * @throws ClientGone when nobody reads
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
            throw new ClientGone(failure.get());
        }
    }

    private void start() {
        started = true;
        response.setStatus(200);
        response.setContentType("text/event-stream; charset=utf-8");
        response.setHeader("Cache-Control", "no-cache, no-store, no-transform");
        response.setHeader("X-Accel-Buffering", "no");
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
                    send(COMMENT, COMMENT.length);
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

    /** Ends the stream's heartbeat; an interrupt that came from it is taken back. */
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
