package dev.guildhall.integrations.net;

import java.time.Duration;
import java.util.Optional;
import okhttp3.Headers;
import okhttp3.HttpUrl;

/**
 * What the outside answered, whatever its status. Its text form shows the status alone.
 *
 * @param status as it was sent
 * @param headers at most 64 KiB
 * @param body whole, decompressed, within the request's bound
 * @param finalUrl where the answer came from after redirects; may hold the request's credentials
 * @param retryAfter how long the server asks to wait; absent when it does not
 */
@SuppressWarnings("ArrayRecordComponent")
public record OutboundReply(int status, Headers headers, byte[] body, HttpUrl finalUrl, Optional<Duration> retryAfter) {
    /** The first header of that name, in any case. */
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
