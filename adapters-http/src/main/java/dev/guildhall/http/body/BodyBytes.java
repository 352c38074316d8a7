package dev.guildhall.http.body;

import jakarta.servlet.http.HttpServletRequest;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/** Reads request bodies up to a limit of bytes and of time, so that a slow client does not hold a thread. */
public final class BodyBytes {
    /** A body may take one second more for each of these bytes that the server has received (a minimum rate). */
    static final int BYTES_PER_SECOND = 32 * 1024;

    public static final class BodyTooSlow extends RuntimeException {
        private static final long serialVersionUID = 1L;

        BodyTooSlow() {
            super("body too slow", null, false, false);
        }
    }

    /** How many bytes are allocated for a body before any of it has arrived. */
    private static final int FIRST_SIZE = 1024 * 1024;

    /** The same when the client does not announce the length. */
    private static final int FIRST_SIZE_UNANNOUNCED = 16 * 1024;

    private BodyBytes() {}

    /**
     * Reads the whole body; empty when it is larger than the limit.
     *
     * @param timeout how long the body may take, with one second more for each {@link #BYTES_PER_SECOND}
     * @param received is called with the number of all bytes that have arrived, each time that some have
     * @throws BodyTooSlow when the body takes longer, or the connection was idle for too long
     */
    public static Optional<byte[]> read(HttpServletRequest request, int most, Duration timeout, LongConsumer received)
            throws IOException {
        InputStream in = open(request, timeout, received);
        long announced = request.getContentLengthLong();
        int length = announced < 0 || announced > most ? most + 1 : (int) announced;
        byte[] bytes = read(in, length, announced < 0 ? FIRST_SIZE_UNANNOUNCED : FIRST_SIZE);
        return bytes.length <= most ? Optional.of(bytes) : Optional.empty();
    }

    /** Reads at most so many bytes. The buffer grows with what arrives, not with what the client announces. */
    private static byte[] read(InputStream in, int length, int first) throws IOException {
        byte[] bytes = new byte[Math.min(length, first)];
        int read = in.readNBytes(bytes, 0, bytes.length);
        while (read == bytes.length && read < length) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(length, 2L * bytes.length));
            read += in.readNBytes(bytes, read, bytes.length - read);
        }
        return read == bytes.length ? bytes : Arrays.copyOf(bytes, read);
    }

    /** The body as a stream; the limits and exceptions of {@link #read} apply to each read. */
    public static InputStream open(HttpServletRequest request, Duration timeout, LongConsumer received)
            throws IOException {
        return new Timed(request.getInputStream(), timeout, System::nanoTime, received);
    }

    /** Reads until the time limit. The idle timeout of the connection limits how long one read may wait. */
    static final class Timed extends FilterInputStream {
        private final LongSupplier nanos;
        private final LongConsumer received;
        private long arrived;
        private long deadline;

        Timed(InputStream body, Duration timeout, LongSupplier nanos, LongConsumer received) {
            super(body);
            this.nanos = nanos;
            this.received = received;
            this.deadline = nanos.getAsLong() + timeout.toNanos();
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            if (nanos.getAsLong() - deadline > 0) {
                throw new BodyTooSlow();
            }
            int read = waited(into, offset, length);
            if (read > 0) {
                deadline += TimeUnit.SECONDS.toNanos(read) / BYTES_PER_SECOND;
                arrived += read;
                received.accept(arrived);
            }
            return read;
        }

        private int waited(byte[] into, int offset, int length) throws IOException {
            try {
                return in.read(into, offset, length);
            } catch (IOException broken) {
                if (broken.getCause() instanceof TimeoutException) {
                    throw new BodyTooSlow();
                }
                throw broken;
            }
        }
    }
}
