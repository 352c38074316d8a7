package dev.guildhall.http.orchestration;

import dev.guildhall.http.Exchange;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * How long the client would wait for the result: {@code Prefer: wait=10} (RFC 7240). Other preferences are ignored, as
 * that standard requires; the first one counts when there are several.
 *
 * @param atMost the longest wait, no longer than the server's limit
 */
record PreferHeader(Duration atMost) {
    private static final String HEADER = "Prefer";
    private static final Pattern WAIT = Pattern.compile("(?i)wait\\s*=\\s*\"?(\\d{1,9})\"?");

    /** The preference of a request; empty when it has none. */
    static Optional<PreferHeader> of(Exchange exchange) {
        return exchange.requestHeaders(HEADER).stream()
                .flatMap(value -> Stream.of(value.split("[,;]", -1)))
                .map(wish -> WAIT.matcher(wish.strip()))
                .filter(Matcher::matches)
                .findFirst()
                .map(wish -> new PreferHeader(
                        Duration.ofSeconds(Math.min(Integer.parseInt(wish.group(1)), TaskReaders.LONGEST_WAIT))));
    }

    /** Tells the client in {@code PreferHeader-Applied} how long the server waits at most. */
    void applied(Exchange exchange) {
        exchange.header("Preference-Applied", "wait=" + atMost.toSeconds());
    }
}
