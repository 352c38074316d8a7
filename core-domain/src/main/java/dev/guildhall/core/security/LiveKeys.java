package dev.guildhall.core.security;

import dev.guildhall.ports.ApiKeyId;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.apikey.ApiKeyStore;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Ends what API keys have made that have expired: it is removed when it is next looked at (schedules-8, webhooks-11). */
public final class LiveKeys {
    private final InstantSource clock;
    private final ApiKeyStore keys;

    public LiveKeys(InstantSource clock, ApiKeyStore keys) {
        this.clock = clock;
        this.keys = keys;
    }

    /** Whether there is no key, or a valid one. */
    public boolean isLive(Optional<ApiKeyId> key) {
        return key.map(id -> !keys.live(List.of(id), clock.instant()).isEmpty()).orElse(true);
    }

    /**
     * What no API key has made, or a valid one.
     *
     * @param key the key that has made it
     * @param remove removes what another key has made
     */
    public <T> Optional<T> only(Optional<T> found, Function<T, Optional<ApiKeyId>> key, Consumer<T> remove) {
        return found.filter(one -> {
            boolean isLive = isLive(key.apply(one));
            if (!isLive) {
                remove.accept(one);
            }
            return isLive;
        });
    }

    /** The same for the items of a page, which may have fewer then. */
    public <T> Page<T> only(Page<T> page, Function<T, Optional<ApiKeyId>> key, Consumer<T> remove) {
        Set<ApiKeyId> all =
                page.items().stream().flatMap(one -> key.apply(one).stream()).collect(Collectors.toSet());
        if (all.isEmpty()) {
            return page;
        }
        Set<ApiKeyId> live = keys.live(all, clock.instant()).stream()
                .map(one -> one.key().id())
                .collect(Collectors.toSet());
        Function<T, Boolean> isLive = one -> key.apply(one).map(live::contains).orElse(true);
        page.items().stream().filter(one -> !isLive.apply(one)).forEach(remove);
        return new Page<>(page.items().stream().filter(isLive::apply).toList(), page.next());
    }
}
