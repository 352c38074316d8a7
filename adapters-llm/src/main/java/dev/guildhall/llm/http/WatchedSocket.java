package dev.guildhall.llm.http;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.lang.System.Logger.Level;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A socket that knows when a call has to wait for its provider: when nothing is left in any buffer above the socket, nor
 * in the socket itself. It stands below TLS, where that can be told. For one call at a time.
 */
final class WatchedSocket extends Socket {
    private static final System.Logger LOG = System.getLogger(WatchedSocket.class.getName());
    private static final long NONE = Long.MAX_VALUE;
    private static final long PASSED = -1;

    private final Deadlines deadlines;
    private final AtomicLong deadline = new AtomicLong(NONE);
    private CallProgress call;
    private boolean draining;

    /** It leads to its provider directly, whatever proxy the system has. */
    WatchedSocket(Deadlines deadlines, CallProgress call) {
        super(Proxy.NO_PROXY);
        this.deadlines = deadlines;
        this.call = call;
        deadlines.add(this);
    }

    /** From now on it waits for that call. */
    void belongTo(CallProgress next) {
        call = next;
        draining = false;
    }

    /** From now on it waits for the rest of an answer, which should be there already. */
    void drain() {
        draining = true;
    }

    /** Whether something has come that nobody has read yet. */
    boolean hasMore() throws IOException {
        return super.getInputStream().available() > 0;
    }

    /** Whoever waits behind its deadline gets an exception, and nobody uses the socket again. */
    void closeIfLate(long now) {
        long current = deadline.get();
        if (current == PASSED || current > now || !deadline.compareAndSet(current, PASSED)) {
            return;
        }
        try {
            close();
        } catch (IOException broken) {
            LOG.log(Level.WARNING, "a connection to a provider could not be closed: {0}", broken.getMessage());
        }
    }

    /** Nobody needs it now; it is closed when that lasts too long. */
    void keep() {
        begin(Deadlines.now() + Limits.KEPT.toNanos());
    }

    /** It is needed again. */
    void take() throws SocketTimeoutException {
        end();
    }

    @Override
    public void close() throws IOException {
        deadlines.remove(this);
        super.close();
    }

    @Override
    public InputStream getInputStream() throws IOException {
        return new Watched(super.getInputStream());
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        return new Written(super.getOutputStream());
    }

    private void begin(long until) {
        deadline.set(until);
    }

    private void end() throws SocketTimeoutException {
        if (deadline.getAndSet(NONE) == PASSED) {
            throw new SocketTimeoutException("waited too long");
        }
    }

    private final class Watched extends FilterInputStream {
        Watched(InputStream in) {
            super(in);
        }

        /**
         * Whether more of a stream has come already. Others get their turn before it is decided that nothing has: with
         * many calls at once more of this one comes meanwhile, goes on in one piece, and nobody has to be woken for it. In
         * a torrent they get a little more than that.
         */
        @SuppressWarnings("ThreadPriorityCheck") // On a virtual thread this goes to the end of a queue of our own.
        private boolean isAtHand() throws IOException {
            Thread.yield();
            if (!call.isStream()) {
                return false;
            }
            if (in.available() == 0 && call.isBurst()) {
                LockSupport.parkNanos(Limits.GATHERING.toNanos());
            }
            return in.available() > 0;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedIOException("interrupted");
            }
            if (!draining && isAtHand()) {
                call.requireTime();
                int read = in.read(into, offset, length);
                call.came();
                return read;
            }
            begin(draining ? Deadlines.now() + Limits.DRAINING.toNanos() : call.beginWait());
            try {
                int read = in.read(into, offset, length);
                call.came();
                return read;
            } finally {
                end();
                call.endWait();
            }
        }
    }

    private final class Written extends FilterOutputStream {
        Written(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] from, int offset, int length) throws IOException {
            begin(call.beginWrite());
            try {
                out.write(from, offset, length);
            } finally {
                end();
            }
        }
    }
}
