package dev.guildhall.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/** The content coding gzip (RFC 9110, 8.4.1.3). */
public final class Gzip {
    private Gzip() {}

    /** Whether a client that sends this {@code Accept-Encoding} takes it. A weight of 0 means that it does not. */
    public static boolean isTaken(String accepted) {
        return Arrays.stream(accepted.toLowerCase(Locale.ROOT).split(","))
                .map(coding -> coding.replace(" ", ""))
                .anyMatch(coding ->
                        coding.equals("gzip") || (coding.startsWith("gzip;q=") && !coding.matches(".*=0(\\.0*)?")));
    }

    public static byte[] compress(byte[] bytes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return out.toByteArray();
    }
}
