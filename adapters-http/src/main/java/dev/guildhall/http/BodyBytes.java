package dev.guildhall.http;

import jakarta.servlet.http.HttpServletRequest;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;

/** Reads request bodies up to a bound of bytes, and of time: who sends one now and then holds no thread for ever. */
final class BodyBytes {
    /** How long a body may take to come. */
    static final Duration LONGEST = Duration.ofMinutes(1);

    private BodyBytes() {}

    /**
     * The whole body; empty when it is larger than the bound.
     *
     * @param received is told how many bytes have come, each time that some have
     */
    static Optional<byte[]> read(HttpServletRequest request, int most, IntConsumer received) throws IOException {
        InputStream in = new Timed(request.getInputStream(), System::nanoTime, received);
        long announced = request.getContentLengthLong();
        // The library takes 16 KB for a body of any size when it is asked for more than there is.
        return announced >= 0 && announced <= most ? Optional.of(in.readNBytes((int) announced)) : read(in, most);
    }

    private static Optional<byte[]> read(InputStream in, int most) throws IOException {
        byte[] bytes = in.readNBytes(most + 1);
        return bytes.length <= most ? Optional.of(bytes) : Optional.empty();
    }

    /** Reads on as long as there is time. How long one read may wait is the connection's bound. */
    static final class Timed extends FilterInputStream {
        private final LongSupplier nanos;
        private final IntConsumer received;
        private final long begun;

        Timed(InputStream body, LongSupplier nanos, IntConsumer received) {
            super(body);
            this.nanos = nanos;
            this.received = received;
            this.begun = nanos.getAsLong();
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            if (nanos.getAsLong() - begun > LONGEST.toNanos()) {
                throw new IOException("the body took longer than " + LONGEST.toSeconds() + " s");
            }
            int read = in.read(into, offset, length);
            if (read > 0) {
                received.accept(read);
            }
            return read;
        }
    }
}
