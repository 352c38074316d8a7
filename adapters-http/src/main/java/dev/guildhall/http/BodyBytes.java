package dev.guildhall.http;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** Reads request bodies up to a bound. */
final class BodyBytes {
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
        return bytes.length <= most ? Optional.of(bytes) : Optional.empty();
    }
}
