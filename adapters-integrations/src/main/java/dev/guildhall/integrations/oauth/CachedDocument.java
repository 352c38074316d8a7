package dev.guildhall.integrations.oauth;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A cache of one fetched document. Fetches may run concurrently: otherwise every caller would wait for a fetch that
 * hangs. Failures are not cached.
 */
final class CachedDocument<T> {
    private record Held<T>(T value, Instant since) {}

    private final InstantSource clock;
    private final Supplier<T> source;
    private volatile Optional<Held<T>> held = Optional.empty();

    CachedDocument(InstantSource clock, Supplier<T> source) {
        this.clock = clock;
        this.source = source;
    }

    /** The cached document, or a new one when there is none or it is older than that. */
    T youngerThan(Duration age) {
        Instant now = clock.instant();
        Optional<T> young =
                held.filter(last -> now.isBefore(last.since().plus(age))).map(Held::value);
        return young.orElseGet(() -> {
            T fetched = source.get();
            held = Optional.of(new Held<>(fetched, now));
            return fetched;
        });
    }
}
