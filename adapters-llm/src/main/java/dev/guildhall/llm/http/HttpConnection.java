package dev.guildhall.llm.http;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.util.Arrays;

/** A connection, and what came over it that nobody has read yet. For one call at a time. */
final class HttpConnection implements Closeable {
    private final WatchedSocket socket;
    private final InputStream in;
    private final OutputStream out;
    private byte[] buffer = new byte[Limits.READ_BYTES];
    private int from;
    private int to;
    private boolean answered;

    /**
     * A connection that is open.
     *
     * @param socket what is closed
     * @param spoken what is read and written: the same, or TLS over it
     */
    HttpConnection(WatchedSocket socket, Socket spoken) throws IOException {
        this.socket = socket;
        this.in = spoken.getInputStream();
        this.out = spoken.getOutputStream();
    }

    /** Sends a request in one piece. */
    void send(Request request, CallProgress call) throws IOException {
        socket.belongTo(call);
        answered = false;
        call.send();
        out.write(request.bytes());
    }

    /** Whether any byte of an answer has come. */
    boolean isAnswered() {
        return answered;
    }

    /** Whether an answer lies there though the connection is broken. */
    boolean hasAnswer() throws IOException {
        return socket.hasMore();
    }

    /** What has come and is not read; good until more is read. */
    Slice buffered() {
        return new Slice(buffer, from, to);
    }

    /** Whether something has come that nobody has read, in a buffer or below. */
    boolean hasMore() throws IOException {
        return from < to || in.available() > 0 || socket.hasMore();
    }

    int available() {
        return to - from;
    }

    /** Waits for more; false at the end of the connection. */
    boolean fill() throws IOException {
        if (from == to) {
            from = 0;
            to = 0;
        }
        if (to == buffer.length) {
            makeRoom();
        }
        int read = in.read(buffer, to, buffer.length - to);
        if (read < 0) {
            return false;
        }
        answered = true;
        to += read;
        return true;
    }

    private void makeRoom() {
        if (from > 0) {
            System.arraycopy(buffer, from, buffer, 0, to - from);
            to -= from;
            from = 0;
        } else {
            buffer = Arrays.copyOf(buffer, 2 * buffer.length);
        }
    }

    /** Passes over what has been read from {@link #buffered}. */
    void skip(int bytes) {
        from += bytes;
    }

    /** The next byte. */
    int next() throws IOException {
        if (from == to && !fill()) {
            throw new EOFException("the connection ended");
        }
        return buffer[from++];
    }

    /** Reads some bytes; -1 at the end of the connection. */
    int read(byte[] into, int offset, int length) throws IOException {
        if (from == to && !fill()) {
            return -1;
        }
        int read = Math.min(length, to - from);
        System.arraycopy(buffer, from, into, offset, read);
        from += read;
        return read;
    }

    /** Reads what has come already. One record of TLS may still be on its way, for a moment. */
    void fillAtHand() throws IOException {
        if (in.available() > 0 || socket.hasMore()) {
            socket.drain();
            fill();
        }
    }

    /** Nobody needs it now; it is closed when that lasts too long. */
    void keep() {
        socket.keep();
    }

    /** It is needed again. */
    void take() throws IOException {
        socket.take();
    }

    /** Closes at once, without a farewell of TLS: that would be a write which somebody has to take. */
    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
