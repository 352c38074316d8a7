package dev.guildhall.http.orchestration;

import dev.guildhall.http.Exchange;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * How long the sender of a request would wait for its outcome: {@code Prefer: wait=10} (RFC 7240). What is no such wish is
 * left unheard, as that standard has it; the first counts where there are more.
 *
 * @param atMost how long, no longer than the longest wait that there is
 */
record Preference(Duration atMost) {
    private static final String HEADER = "Prefer";
    private static final Pattern WAIT = Pattern.compile("(?i)wait\\s*=\\s*\"?(\\d{1,9})\"?");

    /** What a request prefers; empty when it would not wait. */
    static Optional<Preference> of(Exchange exchange) {
        return exchange.requestHeaders(HEADER).stream()
                .flatMap(value -> Stream.of(value.split("[,;]", -1)))
                .map(wish -> WAIT.matcher(wish.strip()))
                .filter(Matcher::matches)
                .findFirst()
                .map(wish -> new Preference(
                        Duration.ofSeconds(Math.min(Integer.parseInt(wish.group(1)), TaskReaders.LONGEST_WAIT))));
    }

    /** Tells the sender for how long the answer has waited at most. */
    void applied(Exchange exchange) {
        exchange.header("Preference-Applied", "wait=" + atMost.toSeconds());
    }
}
