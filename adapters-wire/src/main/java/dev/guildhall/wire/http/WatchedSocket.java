package dev.guildhall.wire.http;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.lang.System.Logger.Level;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.Optional;

/**
 * A socket that tells its call before it waits for the server: when the buffers of the library and of the system are
 * empty. It is below TLS, since only there this is known. For one call at a time, until several share it over HTTP/2.
 */
final class WatchedSocket extends Socket {
    private static final System.Logger LOG = System.getLogger(WatchedSocket.class.getName());
    private final Egress egress;
    private final Deadline deadline = new Deadline(this::closeNow);
    private volatile CallProgress call;
    private volatile boolean isShared;
    private Optional<Runnable> draining = Optional.empty();
    private Runnable whenClosed = () -> {};
    private boolean waits = true;
    private boolean used;

    /** A socket that is not connected yet. */
    WatchedSocket(Egress egress, CallProgress call) {
        this.egress = egress;
        this.call = call;
        Deadlines.add(deadline);
    }

    /**
     * The timeout is the call's. The end of a request does not wait until the server has acknowledged its beginning, which
     * takes 40 ms where acknowledgements are delayed.
     */
    @Override
    public void connect(SocketAddress address, int timeoutMs) throws IOException {
        if (!(address instanceof InetSocketAddress internet) || internet.isUnresolved()) {
            throw new ConnectException("the address of a connection is not resolved");
        }
        egress.requireAllowed(internet);
        setTcpNoDelay(true);
        super.connect(address, call.connectMillis());
    }

    /**
     * While there is a timeout, a read does not wait at all: the library sets one only to check whether something has
     * come.
     */
    @Override
    public void setSoTimeout(int timeoutMs) throws SocketException {
        super.setSoTimeout(timeoutMs);
        waits = timeoutMs == 0;
    }

    /** From now on several calls share the socket, so that no timeout of one call applies to it. */
    void share() {
        isShared = true;
        deadline.beginWait(Deadline.NONE);
    }

    /**
     * From now on reads wait for the response to that call. A response that has come before its request, or a closed
     * connection, makes the socket unusable.
     */
    void serve(CallProgress next) {
        call = next;
        draining = Optional.empty();
        if (used && hasArrived()) {
            closeNow();
        }
        used = true;
    }

    private boolean hasArrived() {
        try {
            return super.getInputStream().available() > 0;
        } catch (IOException closed) {
            return true;
        }
    }

    /**
     * From now on reads wait, not for long, for the end of a response that its reader no longer needs.
     *
     * @param beforeWait is called before a read that waits
     */
    void drain(Runnable beforeWait) {
        draining = Optional.of(beforeWait);
    }

    void whenClosed(Runnable action) {
        whenClosed = action;
        if (isClosed()) {
            action.run();
        }
    }

    /** Closes the socket; the thread that waits for it gets an exception. */
    void closeNow() {
        try {
            close();
        } catch (IOException failure) {
            LOG.log(Level.WARNING, "a connection could not be closed: {0}", failure.getMessage());
        }
    }

    @Override
    public void close() throws IOException {
        Deadlines.remove(deadline);
        super.close();
        whenClosed.run();
    }

    @Override
    public InputStream getInputStream() throws IOException {
        return new WatchedInput(super.getInputStream());
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        return new WatchedOutput(super.getOutputStream());
    }

    private final class WatchedInput extends FilterInputStream {
        WatchedInput(InputStream in) {
            super(in);
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedIOException("interrupted");
            }
            if (!waits) {
                return readArrived(into, offset, length);
            }
            if (isShared) {
                return in.read(into, offset, length);
            }
            if (draining.isEmpty() && call.hasMoreOfStream(in)) {
                call.requireTime();
                return readNow(into, offset, length);
            }
            deadline.beginWait(beginWait());
            if (isShared) {
                deadline.beginWait(Deadline.NONE);
            }
            try {
                return readNow(into, offset, length);
            } finally {
                deadline.endWait();
                if (isOwn()) {
                    call.endWait();
                }
            }
        }

        /** Whether the call alone uses the socket, and not other calls or the end of its response. */
        private boolean isOwn() {
            return !isShared && draining.isEmpty();
        }

        private long beginWait() throws IOException {
            if (draining.isEmpty()) {
                return call.beginWait();
            }
            if (in.available() == 0) {
                draining.get().run();
            }
            return Deadlines.now() + Limits.DRAINING.toNanos();
        }

        private int readArrived(byte[] into, int offset, int length) throws IOException {
            if (in.available() == 0) {
                throw new NothingArrived();
            }
            return readNow(into, offset, length);
        }

        private int readNow(byte[] into, int offset, int length) throws IOException {
            int read = in.read(into, offset, length);
            if (read > 0 && isOwn()) {
                call.receive(read);
            }
            return read;
        }
    }

    /** Every call on a pooled connection gets it once, without a costly stack trace. */
    private static final class NothingArrived extends SocketTimeoutException {
        private static final long serialVersionUID = 1L;

        NothingArrived() {
            super("nothing has arrived");
        }

        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }
    }

    private final class WatchedOutput extends FilterOutputStream {
        WatchedOutput(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] from, int offset, int length) throws IOException {
            deadline.beginWait(isShared ? Deadline.NONE : call.beginWrite());
            try {
                out.write(from, offset, length);
            } finally {
                deadline.endWait();
            }
        }
    }
}
