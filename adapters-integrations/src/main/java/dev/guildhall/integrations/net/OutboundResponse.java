package dev.guildhall.integrations.net;

import java.io.InputStream;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.zip.Inflater;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.Response;
import okio.BufferedSource;
import okio.GzipSource;
import okio.InflaterSource;
import okio.Okio;
import okio.Source;

/** A response whose body has not been read yet, with its checked headers. */
record OutboundResponse(
        OutboundCall flight,
        Deadline deadline,
        HttpUrl url,
        Response response,
        Headers headers,
        Optional<Duration> retryAfter)
        implements AutoCloseable {
    private static final String CONTENT_ENCODING = "Content-Encoding";

    /** Checks the form and the size of the headers. */
    static OutboundResponse of(
            Response response, HttpUrl url, OutboundCall flight, Deadline deadline, InstantSource clock) {
        Headers headers = KeptRetryAfter.restored(response.headers());
        if (headers.byteCount() > OutboundLimits.ANSWER_HEADER_BYTES) {
            throw ConnectionFaults.invalid("the response's headers are too large");
        }
        for (int i = 0; i < headers.size(); i++) {
            if (headers.name(i).isBlank() || headers.value(i).chars().anyMatch(c -> c < ' ' && c != '\t')) {
                throw ConnectionFaults.invalid("the response's headers are malformed");
            }
        }
        Optional<Duration> retryAfter = Optional.ofNullable(headers.get(KeptRetryAfter.NAME))
                .flatMap(value -> RetryAfter.read(value, clock.instant()));
        return new OutboundResponse(flight, deadline, url, response, headers, retryAfter);
    }

    int status() {
        return response.code();
    }

    /** The body as a stream of at most so many bytes after decoding; fails for a content coding that is not known here. */
    InputStream body(int maxBytes) {
        BufferedSource coded = response.body().source();
        String coding = Optional.ofNullable(headers.get(CONTENT_ENCODING))
                .map(value -> value.strip().toLowerCase(Locale.ROOT))
                .orElse("");
        BufferedSource body = switch (coding) {
            case "", "identity" -> coded;
            case "gzip", "x-gzip" -> Okio.buffer(new GzipSource(coded));
            case "deflate" -> Okio.buffer(new InflaterSource((Source) coded, new Inflater()));
            default -> throw ConnectionFaults.invalid("the response has a content coding that is not known here");
        };
        return new BoundedBody(body.inputStream(), maxBytes, flight, deadline);
    }

    /** Discards the rest of the body, and closes the connection unless the body was read to its end. */
    @Override
    public void close() {
        flight.cancel();
        response.close();
    }

    /** Parses the header {@code Retry-After} (RFC 9110, 10.2.3). */
    private static final class RetryAfter {
        /** The longest wait; a longer one is reduced to it. */
        static final Duration MOST = Duration.ofDays(1);

        private static final Pattern SECONDS = Pattern.compile("\\d{1,9}");

        private RetryAfter() {}

        /** How long to wait, zero or more; empty when the header is malformed. */
        static Optional<Duration> read(String header, Instant now) {
            String value = header.strip();
            return (SECONDS.matcher(value).matches()
                            ? Optional.of(Duration.ofSeconds(Long.parseLong(value)))
                            : untilDate(value, now))
                    .map(wait -> wait.isNegative() ? Duration.ZERO : wait.compareTo(MOST) > 0 ? MOST : wait);
        }

        private static Optional<Duration> untilDate(String value, Instant now) {
            try {
                Instant date = ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME)
                        .toInstant();
                return Optional.of(Duration.between(now, date));
            } catch (DateTimeException malformed) {
                return Optional.empty();
            }
        }
    }
}
