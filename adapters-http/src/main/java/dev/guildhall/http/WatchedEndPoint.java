package dev.guildhall.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * A connection that the server can check for its end while it handles a request and Jetty does not read. Bytes that are
 * found before the end belong to the client's next request: they are kept, and Jetty gets them first. It also knows
 * when the head of a request began to arrive.
 */
public final class WatchedEndPoint extends SocketChannelEndPoint {
    /**
     * The most bytes that are kept of what a client sends ahead; with more than that its disconnection is not noticed.
     */
    static final int MOST_AHEAD = 16 * 1024;

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final Executor executor;
    private final ReentrantLock reading = new ReentrantLock();
    private ByteBuffer ahead = NOTHING;
    private volatile boolean answering;
    /** {@link System#nanoTime} of the first byte of an incomplete head; absent otherwise. */
    private volatile OptionalLong headBegun = OptionalLong.empty();

    public WatchedEndPoint(
            SocketChannel channel, ManagedSelector selector, SelectionKey key, Scheduler scheduler, Executor executor) {
        super(channel, selector, key, scheduler);
        this.executor = executor;
    }

    public static WatchedEndPoint of(Request request) {
        if (request.getConnectionMetaData().getConnection().getEndPoint() instanceof WatchedEndPoint ours) {
            return ours;
        }
        throw new IllegalStateException("not a connection of this server's: " + request);
    }

    /** The head of a request is complete; the next bytes are its body, or the next request. */
    public void beginAnswer() {
        headBegun = OptionalLong.empty();
        answering = true;
    }

    /** The response is complete; the next bytes are the head of the next request. */
    public void endAnswer() {
        answering = false;
    }

    /** Whether no request is active, the client has sent nothing for that time, and Jetty has read all that it sent. */
    public boolean isQuiet(Duration silence) {
        return !answering && headBegun.isEmpty() && getIdleFor() >= silence.toMillis() && !hasUnread();
    }

    /** The operating system holds unread bytes when the processors are too busy for Jetty to read them. */
    private boolean hasUnread() {
        try {
            return getChannel().socket().getInputStream().available() > 0;
        } catch (IOException closed) {
            return false;
        }
    }

    public boolean isHeadLate(Duration longest) {
        OptionalLong begun = headBegun;
        return begun.isPresent() && System.nanoTime() - begun.getAsLong() > longest.toNanos();
    }

    /**
     * Whether the client has closed the connection, or its sending side. Never blocks; while Jetty reads, Jetty detects
     * the end itself.
     *
     * @param room for {@link #MOST_AHEAD} bytes; its content afterwards is undefined
     */
    boolean isLeft(ByteBuffer room) {
        if (!reading.tryLock()) {
            return false;
        }
        try {
            return !isFillInterested() && readAhead(room) < 0;
        } catch (IOException broken) {
            return true;
        } finally {
            reading.unlock();
        }
    }

    private int readAhead(ByteBuffer room) throws IOException {
        room.clear().limit(MOST_AHEAD - ahead.remaining());
        if (!room.hasRemaining()) {
            return 0;
        }
        int read = getChannel().read(room);
        if (read > 0) {
            room.flip();
            ahead = ByteBuffer.allocate(ahead.remaining() + read)
                    .put(ahead)
                    .put(room)
                    .flip();
        }
        return read;
    }

    @Override
    public int fill(ByteBuffer buffer) throws IOException {
        reading.lock();
        try {
            int filled = ahead.hasRemaining() ? take(buffer) : super.fill(buffer);
            if (filled > 0 && !answering && headBegun.isEmpty()) {
                headBegun = OptionalLong.of(System.nanoTime());
            }
            return filled;
        } finally {
            reading.unlock();
        }
    }

    private int take(ByteBuffer buffer) {
        notIdle();
        int taken = BufferUtil.append(buffer, ahead);
        if (!ahead.hasRemaining()) {
            ahead = NOTHING;
        }
        return taken;
    }

    /** A selector does not report bytes that were read already. */
    @Override
    protected void needsFillInterest() {
        if (hasAhead()) {
            executor.execute(() -> getFillInterest().fillable());
        } else {
            super.needsFillInterest();
        }
    }

    private boolean hasAhead() {
        reading.lock();
        try {
            return ahead.hasRemaining();
        } finally {
            reading.unlock();
        }
    }
}
