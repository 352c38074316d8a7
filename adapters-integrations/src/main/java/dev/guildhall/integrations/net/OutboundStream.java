package dev.guildhall.integrations.net;

import java.io.InputStream;
import java.time.Duration;
import java.util.Optional;
import okhttp3.Headers;
import okhttp3.HttpUrl;

/**
 * A response that is read as a stream. It must be closed, which any thread may do at any time: a running read then
 * fails with {@link dev.guildhall.ports.tool.FailureKind#CANCELLED}. To be read by one thread.
 */
public final class OutboundStream implements AutoCloseable {
    private final OutboundResponse answer;
    private final InputStream body;

    OutboundStream(OutboundResponse answer, InputStream body) {
        this.answer = answer;
        this.body = body;
    }

    public int status() {
        return answer.status();
    }

    public Headers headers() {
        return answer.headers();
    }

    /** The first header with that name, in any case. */
    public Optional<String> header(String name) {
        return Optional.ofNullable(answer.headers().get(name));
    }

    /** How long the server asks the client to wait; absent when it does not. */
    public Optional<Duration> retryAfter() {
        return answer.retryAfter();
    }

    /** The address that sent the response, after redirects; may contain the request's credentials. */
    public HttpUrl finalUrl() {
        return answer.url();
    }

    /**
     * The body, decompressed. Reading it blocks and throws {@link OutboundFailure} when the connection fails, the body
     * is too long, or does not end within the request's time. An interrupt cancels a read on a virtual thread; on other
     * threads, close the stream.
     */
    public InputStream body() {
        return body;
    }

    @Override
    public void close() {
        answer.close();
    }
}
