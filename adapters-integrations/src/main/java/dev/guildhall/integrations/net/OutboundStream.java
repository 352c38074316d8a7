package dev.guildhall.integrations.net;

import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.wire.http.CallProgress;
import dev.guildhall.wire.http.Response;
import dev.guildhall.wire.http.RetryAfter;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.Inflater;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okio.GzipSource;
import okio.InflaterSource;
import okio.Okio;

/**
 * A response that is read as a stream. It must be closed, which any thread may do at any time: a running read then
 * fails with {@link FailureKind#CANCELLED}. To be read by one thread.
 */
public final class OutboundStream implements AutoCloseable {
    private final OutboundRequest request;
    private final Response response;
    private final CallProgress progress;
    private final Optional<Duration> retryAfter;
    private InputStream body = InputStream.nullInputStream();
    private volatile boolean closed;

    /** Checks the form and the size of the headers; the caller calls {@link #decoded()} before it reads. */
    OutboundStream(OutboundRequest request, Response response, CallProgress progress, Instant now) {
        this.request = request;
        this.response = response;
        this.progress = progress;
        this.retryAfter = header("Retry-After").flatMap(value -> RetryAfter.parse(value, now));
        Headers headers = headers();
        if (headers.byteCount() > OutboundLimits.ANSWER_HEADER_BYTES) {
            throw refused("the response's headers are too large");
        }
        for (int i = 0; i < headers.size(); i++) {
            if (headers.name(i).isBlank() || headers.value(i).chars().anyMatch(c -> c < ' ' && c != '\t')) {
                throw refused("the response's headers are malformed");
            }
        }
    }

    private OutboundFailure refused(String fault) {
        close();
        return ConnectionFaults.invalid(fault);
    }

    /** This response with its body; fails for a content coding that is not known here. */
    OutboundStream decoded() {
        String coding = header("Content-Encoding")
                .map(value -> value.strip().toLowerCase(Locale.ROOT))
                .orElse("");
        body = new Body(
                switch (coding) {
                    case "", "identity" -> response.body();
                    case "gzip", "x-gzip" ->
                        Okio.buffer(new GzipSource(Okio.source(response.body())))
                                .inputStream();
                    case "deflate" ->
                        Okio.buffer(new InflaterSource(Okio.source(response.body()), new Inflater()))
                                .inputStream();
                    default -> throw refused("the response has a content coding that is not known here");
                });
        return this;
    }

    public int status() {
        return response.status();
    }

    public Headers headers() {
        return response.headers();
    }

    /** The first header with that name, in any case. */
    public Optional<String> header(String name) {
        return response.header(name);
    }

    /** How long the server asks the client to wait; absent when it does not. */
    public Optional<Duration> retryAfter() {
        return retryAfter;
    }

    /** The address that sent the response, after redirects; may contain the request's credentials. */
    public HttpUrl finalUrl() {
        return request.url();
    }

    /**
     * The body, decompressed. Reading it blocks and throws {@link OutboundFailure} when the connection fails, the body
     * is too long, or does not end within the request's time. An interrupt cancels a read on a virtual thread; on other
     * threads, close the stream.
     */
    public InputStream body() {
        return body;
    }

    /** Ends the response; its connection can serve another request. */
    void skip() {
        response.finish();
        response.close();
    }

    @Override
    public void close() {
        closed = true;
        response.close();
    }

    /** The body up to its limit; its failures have our own messages. */
    private final class Body extends InputStream {
        private final InputStream source;
        private int left = request.limits().maxBytes();

        Body(InputStream source) {
            this.source = source;
        }

        @Override
        public int read() {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            if (length == 0) {
                return 0;
            }
            int read;
            try {
                read = source.read(into, offset, Math.min(length, left == Integer.MAX_VALUE ? left : left + 1));
            } catch (IOException failure) {
                throw closed ? ConnectionFaults.cancelled() : ConnectionFaults.inBody(failure, progress);
            }
            if (read > left) {
                throw new OutboundFailure(
                        FailureKind.TOO_LARGE,
                        "the answer has more than " + request.limits().maxBytes() + " bytes");
            }
            left -= Math.max(read, 0);
            return read;
        }
    }
}
