package dev.guildhall.http;

import java.util.Optional;

/** A file of this version that every client may read, compressed once for the clients that take that. */
public final class StaticFile {
    private final String contentType;
    private final byte[] bytes;
    private final Optional<byte[]> gzipped;

    private StaticFile(String contentType, byte[] bytes, Optional<byte[]> gzipped) {
        this.contentType = contentType;
        this.bytes = bytes;
        this.gzipped = gzipped;
    }

    /** The array is not copied, and must not change. */
    public static StaticFile of(String contentType, byte[] bytes) {
        boolean isCompressed = contentType.startsWith("font/") || contentType.equals("image/png");
        return new StaticFile(contentType, bytes, isCompressed ? Optional.empty() : Optional.of(Gzip.compress(bytes)));
    }

    /** The caller has set the headers about caches. */
    public void send(Exchange exchange) {
        exchange.header("Vary", "Accept-Encoding");
        boolean takesGzip =
                exchange.requestHeader("Accept-Encoding").filter(Gzip::isTaken).isPresent();
        if (takesGzip && gzipped.isPresent()) {
            exchange.header("Content-Encoding", "gzip");
            exchange.bytes(200, contentType, gzipped.get());
        } else {
            exchange.bytes(200, contentType, bytes);
        }
    }
}
