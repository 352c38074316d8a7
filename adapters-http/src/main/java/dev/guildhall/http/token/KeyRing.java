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
 * The keys that tokens are signed with, as they were read last: the active one signs, all verify. They are read again when
 * a token names a key that is not known here, since another node may have made it, and from time to time, since another
 * node may have let the next key take over. Each is parsed once. Thread-safe.
 */
final class KeyRing {
    private static final Logger LOG = System.getLogger(KeyRing.class.getName());

    /** A stream of made-up key ids, or of requests for the key set, must not become a stream of queries. */
    private static final Duration LOOK_AGAIN_AFTER = Duration.ofSeconds(1);

    /** How long a node may go on signing with a key that another node has retired. */
    private static final Duration BELIEVED = Duration.ofSeconds(10);

    /** The keys as they were read at one moment; none when they never were. */
    private record Known(List<TokenKey> keys, Optional<TokenKey> active, String published, Instant readAt) {
        static final Known NOTHING = new Known(List.of(), Optional.empty(), "", Instant.MIN);

        Optional<TokenKey> named(String keyId) {
            return keys.stream().filter(key -> key.keyId().equals(keyId)).findFirst();
        }
    }

    /** A reading that failed. */
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

    /** The public halves, as a JSON Web Key Set. */
    String publicKeys() {
        return goodFor(LOOK_AGAIN_AFTER).published();
    }

    /**
     * The keys, read again after that time. Nobody waits for whoever is reading them, nor fails because they cannot be
     * read, once there are any: a key that was retired in the meantime is kept for long enough.
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

    /** The keys, read again after that time; whoever comes while they are read waits for the outcome. */
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

    /** Under the lock. What has just failed is not tried again: a queue of requests must not wait for one outage each. */
    private Known read() {
        Instant now = clock.instant();
        failure.filter(last -> !now.isAfter(last.at().plus(LOOK_AGAIN_AFTER))).ifPresent(last -> {
            throw last.cause();
        });
        try {
            known = parsed(source.all(), now);
            return known;
        } catch (RuntimeException outage) {
            LOG.log(Level.WARNING, "the signing keys could not be read; those known are used on", outage);
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
