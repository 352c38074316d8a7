package dev.guildhall.wire.http;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.lang.System.Logger.Level;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;

/**
 * A socket that tells its call before it waits for the provider: when the buffers of the library and of the system are
 * empty. It is below TLS, since only there this is known. For one call at a time.
 */
final class WatchedSocket extends Socket {
    private static final System.Logger LOG = System.getLogger(WatchedSocket.class.getName());
    private final Deadlines deadlines;
    private final Deadline deadline = new Deadline(this::closeExpired);
    private CallProgress call;
    private boolean draining;
    private boolean waits = true;

    /** A socket that is not connected yet. */
    WatchedSocket(Deadlines deadlines, CallProgress call) {
        this.deadlines = deadlines;
        this.call = call;
        deadlines.add(deadline);
    }

    /** The timeout is the call's. */
    @Override
    public void connect(SocketAddress address, int timeoutMs) throws IOException {
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

    /** From now on reads wait for the response to that call. */
    void serve(CallProgress next) {
        call = next;
        draining = false;
    }

    /** From now on reads wait for the end of a response that its reader no longer needs. */
    void drain() {
        draining = true;
    }

    private void closeExpired() {
        try {
            close();
        } catch (IOException failure) {
            LOG.log(Level.WARNING, "a connection to a provider could not be closed: {0}", failure.getMessage());
        }
    }

    @Override
    public void close() throws IOException {
        deadlines.remove(deadline);
        super.close();
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
            if (!draining && call.hasMoreOfStream(in)) {
                call.requireTime();
                return readNow(into, offset, length);
            }
            deadline.beginWait(draining ? Deadlines.now() + Limits.DRAINING.toNanos() : call.beginWait());
            try {
                return readNow(into, offset, length);
            } finally {
                deadline.endWait();
                call.endWait();
            }
        }

        private int readArrived(byte[] into, int offset, int length) throws IOException {
            if (in.available() == 0) {
                throw new NothingArrived();
            }
            return readNow(into, offset, length);
        }

        private int readNow(byte[] into, int offset, int length) throws IOException {
            int read = in.read(into, offset, length);
            if (read > 0) {
                call.read();
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
            deadline.beginWait(call.beginWrite());
            try {
                out.write(from, offset, length);
            } finally {
                deadline.endWait();
            }
        }
    }
}
