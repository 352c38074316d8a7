package dev.guildhall.integrations.oauth;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The last of something that is fetched. Fetches may run side by side: waiting for one that hangs would hold up everybody
 * behind it. Failures are not kept. Thread-safe.
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

    /** The last one, or a new one when there is none or it is as old as that. */
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
