package dev.guildhall.http.token;

import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import dev.guildhall.ports.key.KeyPhase;
import dev.guildhall.ports.key.SigningKey;
import dev.guildhall.ports.key.SigningKeySource;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The signing keys of tokens as they were last read: the active key signs, all keys verify. They are read again when a
 * token names an unknown key, since another node may have made it, and regularly, since another node may have activated
 * the next key. Each key is parsed once.
 */
final class KeyRing {
    private static final Logger LOG = System.getLogger(KeyRing.class.getName());

    /** Limits the queries when clients make up key ids or ask for the key set often. */
    private static final Duration LOOK_AGAIN_AFTER = Duration.ofSeconds(1);

    /** How long a node may still sign with a key that another node has retired. */
    private static final Duration BELIEVED = Duration.ofSeconds(10);

    /** The keys as they were read at one time; empty when they were never read. */
    private record Known(List<TokenKey> keys, Optional<TokenKey> active, String published, Instant readAt) {
        static final Known NOTHING = new Known(List.of(), Optional.empty(), "", Instant.MIN);

        Optional<TokenKey> named(String keyId) {
            return keys.stream().filter(key -> key.keyId().equals(keyId)).findFirst();
        }
    }

    private record Failure(RuntimeException cause, Instant at) {}

    private final SigningKeySource source;
    private final InstantSource clock;
    private final ReentrantLock reading = new ReentrantLock();
    private volatile Known known = Known.NOTHING;
    private Optional<Failure> failure = Optional.empty();

    KeyRing(SigningKeySource source, InstantSource clock) {
        this.source = source;
        this.clock = clock;
    }

    TokenKey signing() {
        return goodFor(BELIEVED).active().orElseThrow();
    }

    Optional<TokenKey> find(String keyId) {
        Optional<TokenKey> found = known.named(keyId);
        return found.isPresent() ? found : youngerThan(LOOK_AGAIN_AFTER).named(keyId);
    }

    String publicKeys() {
        return goodFor(LOOK_AGAIN_AFTER).published();
    }

    /**
     * The keys, read again when they are older than that. Once there are keys, no caller waits for another caller's
     * read, and no caller fails because a read fails: a key that was retired meanwhile stays valid for long enough.
     */
    private Known goodFor(Duration age) {
        Known before = known;
        if (before.keys().isEmpty()) {
            return youngerThan(age);
        }
        if (isYoung(before, age) || !reading.tryLock()) {
            return before;
        }
        try {
            return read();
        } catch (RuntimeException outage) {
            return before;
        } finally {
            reading.unlock();
        }
    }

    /** The keys, read again when they are older than that; a caller that comes during a read waits for its result. */
    private Known youngerThan(Duration age) {
        if (isYoung(known, age)) {
            return known;
        }
        reading.lock();
        try {
            return isYoung(known, age) ? known : read();
        } finally {
            reading.unlock();
        }
    }

    private boolean isYoung(Known keys, Duration age) {
        return !clock.instant().isAfter(keys.readAt().plus(age));
    }

    /**
     * Holds the lock. A failed read is not repeated at once: queued requests must not each wait for the same outage.
     */
    private Known read() {
        Instant now = clock.instant();
        failure.filter(last -> !now.isAfter(last.at().plus(LOOK_AGAIN_AFTER))).ifPresent(last -> {
            throw last.cause();
        });
        try {
            known = parsed(source.all(), now);
            return known;
        } catch (RuntimeException outage) {
            LOG.log(Level.WARNING, "the signing keys could not be read; the known keys stay in use", outage);
            failure = Optional.of(new Failure(outage, clock.instant()));
            throw outage;
        }
    }

    private Known parsed(List<SigningKey> all, Instant now) {
        List<TokenKey> parsed = all.stream().map(this::parsed).toList();
        Optional<TokenKey> active = all.stream()
                .filter(key -> key.phase() instanceof KeyPhase.Active)
                .findFirst()
                .map(key -> parsed.get(all.indexOf(key)));
        String published = new JWKSet(parsed.stream().<JWK>map(TokenKey::jwk).toList())
                .toPublicJWKSet()
                .toString();
        return new Known(parsed, active, published, now);
    }

    private TokenKey parsed(SigningKey key) {
        return known.named(key.keyId()).orElseGet(() -> TokenKey.parse(key.material()));
    }
}
