package dev.guildhall.integrations.net;

import dev.guildhall.ports.tool.FailureKind;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okhttp3.Request;
import okhttp3.RequestBody;

/**
 * A request to another host. Immutable; its text form shows neither headers nor the query.
 *
 * @param method one of {@code GET HEAD POST PUT PATCH DELETE OPTIONS}
 * @param url the address; http or https, without a user
 * @param headers by name; none of those that control the connection
 * @param credentials the headers and query parameters that are secrets
 * @param body absent when there is none
 * @param limits its limits of time and size
 * @param followRedirects whether redirects are followed, at most three; otherwise a redirect is the response
 * @param idempotent whether sending it twice does no harm: such a request is retried when the connection or the server
 *     fails
 */
public record OutboundRequest(
        String method,
        HttpUrl url,
        Map<String, String> headers,
        Credentials credentials,
        Optional<Body> body,
        Limits limits,
        boolean followRedirects,
        boolean idempotent) {
    private static final Set<String> NEEDS_BODY = Set.of("POST", "PUT", "PATCH");

    /** A body of at most 4 MiB. */
    @SuppressWarnings("ArrayRecordComponent")
    public record Body(String contentType, byte[] bytes) {}

    /**
     * The names of the secrets, which must not be sent to another origin; {@code Authorization} and {@code Cookie} are
     * always among them.
     */
    public record Credentials(Set<String> headers, Set<String> parameters) {
        public Credentials {
            headers = Set.copyOf(headers);
            parameters = Set.copyOf(parameters);
        }
    }

    /**
     * The time for the whole request with its redirects and retries, and the size of the response's decompressed body.
     */
    public record Limits(Duration timeout, int maxBytes) {
        /** 30 s and 1 MiB. */
        public static final Limits DEFAULT = new Limits(Duration.ofSeconds(30), 1024 * 1024);
    }

    /**
     * Checks the request.
     *
     * @throws OutboundFailure {@link FailureKind#INVALID_ARGUMENTS} when a header is malformed or controls the
     *     connection, or a limit is exceeded; {@link FailureKind#BLOCKED} for a host in an unusual form
     */
    public OutboundRequest {
        headers = Map.copyOf(headers);
        OutboundUrl.checked(url);
        RequestCheck.method(method, body.isPresent());
        RequestCheck.headers(headers);
        body.ifPresent(RequestCheck::body);
        if (!limits.timeout().isPositive()) {
            throw new OutboundFailure(FailureKind.TIMED_OUT, "no time is left for the request");
        }
    }

    /** A request without headers and body, with the default limits, which follows no redirects and is not retried. */
    public static OutboundRequest of(String method, HttpUrl url) {
        return new OutboundRequest(
                method,
                url,
                Map.of(),
                new Credentials(Set.of(), Set.of()),
                Optional.empty(),
                Limits.DEFAULT,
                false,
                false);
    }

    public OutboundRequest withHeader(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new OutboundRequest(method, url, more, credentials, body, limits, followRedirects, idempotent);
    }

    /** Adds a header whose value is a secret. */
    public OutboundRequest withCredentialHeader(String name, String value) {
        Credentials more = new Credentials(with(credentials.headers(), name), credentials.parameters());
        return new OutboundRequest(method, url, headers, more, body, limits, followRedirects, idempotent)
                .withHeader(name, value);
    }

    /** Adds a query parameter whose value is a secret. */
    public OutboundRequest withCredentialParameter(String name, String value) {
        Credentials more = new Credentials(credentials.headers(), with(credentials.parameters(), name));
        HttpUrl longer = url.newBuilder().setQueryParameter(name, value).build();
        return new OutboundRequest(method, longer, headers, more, body, limits, followRedirects, idempotent);
    }

    public OutboundRequest withBody(String contentType, byte[] bytes) {
        Optional<Body> other = Optional.of(new Body(contentType, bytes.clone()));
        return new OutboundRequest(method, url, headers, credentials, other, limits, followRedirects, idempotent);
    }

    public OutboundRequest withLimits(Duration timeout, int maxBytes) {
        Limits other = new Limits(timeout, maxBytes);
        return new OutboundRequest(method, url, headers, credentials, body, other, followRedirects, idempotent);
    }

    public OutboundRequest followingRedirects() {
        return new OutboundRequest(method, url, headers, credentials, body, limits, true, idempotent);
    }

    /** Allows at most two retries when the connection or the server fails. */
    public OutboundRequest asIdempotent() {
        return new OutboundRequest(method, url, headers, credentials, body, limits, followRedirects, true);
    }

    Request message() {
        Request.Builder message = new Request.Builder().url(url).header("User-Agent", "Guildhall");
        headers.forEach(message::header);
        RequestBody content = body.map(
                        written -> RequestBody.create(written.bytes(), MediaType.get(written.contentType())))
                .orElse(NEEDS_BODY.contains(method) ? RequestBody.create(new byte[0]) : null);
        return message.method(method, content).build();
    }

    private static Set<String> with(Set<String> names, String name) {
        Set<String> more = new LinkedHashSet<>(names);
        more.add(name);
        return more;
    }

    /** Whether only the client itself writes this header, by its name in lower case. */
    public static boolean isOfTheConnection(String header) {
        return RequestCheck.OF_THE_CONNECTION.contains(header);
    }

    @Override
    public String toString() {
        return "OutboundRequest[" + method + " " + url.scheme() + "://" + url.host() + ":" + url.port() + "]";
    }
}
