package dev.guildhall.integrations.net;

import java.time.Duration;
import java.util.Optional;
import okhttp3.Headers;
import okhttp3.HttpUrl;

/**
 * A response with any status. Its text form shows only the status: the address, after redirects, may contain the
 * request's credentials.
 */
@SuppressWarnings("ArrayRecordComponent")
public record OutboundReply(int status, Headers headers, byte[] body, HttpUrl finalUrl, Optional<Duration> retryAfter) {
    /** The first header with that name, in any case. */
    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }

    /** Whether the status is one of 200 to 299. */
    public boolean isSuccess() {
        return status >= 200 && status < 300;
    }

    @Override
    public String toString() {
        return "OutboundReply[" + status + "]";
    }
}
