package dev.guildhall.http;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** Reads request bodies up to a bound. */
final class BodyBytes {
    /** How much is read and thrown away behind the bound, so that the client gets to reading the answer. */
    private static final int DRAIN = 16 * 1024 * 1024;

    private static final int BUFFER = 8192;

    private BodyBytes() {}

    /** The whole body; empty when it is larger than the bound. */
    static Optional<byte[]> read(HttpServletRequest request, int most) throws IOException {
        InputStream in = request.getInputStream();
        long announced = request.getContentLengthLong();
        // The library takes 16 KB for a body of any size when it is asked for more than there is.
        return announced >= 0 && announced <= most ? Optional.of(in.readNBytes((int) announced)) : read(in, most);
    }

    private static Optional<byte[]> read(InputStream in, int most) throws IOException {
        byte[] bytes = in.readNBytes(most + 1);
        if (bytes.length <= most) {
            return Optional.of(bytes);
        }
        drain(in);
        return Optional.empty();
    }

    private static void drain(InputStream in) throws IOException {
        byte[] buffer = new byte[BUFFER];
        int left = DRAIN;
        int read = in.read(buffer);
        while (read > 0 && left > 0) {
            left -= read;
            read = in.read(buffer);
        }
    }
}
