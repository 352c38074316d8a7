package dev.guildhall.http.token;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.util.JSONObjectUtils;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The public keys of an issuer. They are read when its first token comes, again when a token names an unknown key, and
 * regularly in the background. While they cannot be read, the known keys stay in use.
 */
final class IssuerKeys {
    /** Limits the requests to the issuer, when clients make up key ids and while the issuer is down. */
    static final Duration LOOK_AGAIN_AFTER = Duration.ofSeconds(5);

    /** How long a key that the issuer has withdrawn may still be accepted. */
    static final Duration BELIEVED = Duration.ofMinutes(10);

    /** As {@link #BELIEVED}, while the issuer cannot be reached. */
    static final Duration BELIEVED_IN_OUTAGE = Duration.ofHours(24);

    private static final Logger LOG = System.getLogger(IssuerKeys.class.getName());

    private final TrustedIssuer issuer;
    private final InstantSource clock;
    private final IssuerDocuments documents = new IssuerDocuments();
    private final ReentrantLock reading = new ReentrantLock();
    private volatile IssuerKeySet known = IssuerKeySet.NOTHING;
    private volatile Instant tried = Instant.EPOCH;
    private volatile boolean failed;

    IssuerKeys(TrustedIssuer issuer, InstantSource clock) {
        this.issuer = issuer;
        this.clock = clock;
    }

    /** The bearer of a token that was verified before; sends no request. */
    Optional<IssuerBearer> verified(String token) {
        IssuerKeySet keys = known;
        return isUsable(keys) ? keys.verified().find(token) : Optional.empty();
    }

    /** Stores a token that one of these keys has verified. */
    void keep(String token, IssuerBearer bearer) {
        known.verified().keep(token, bearer);
    }

    /**
     * The key with that id for that algorithm; empty when the issuer has none.
     *
     * @throws Refusal with {@code CommonProblem.Unavailable} when the issuer cannot be reached
     */
    Optional<IssuerKey> find(JWSAlgorithm algorithm, String keyId) {
        IssuerKeySet keys = known;
        Optional<IssuerKey> found = isUsable(keys) ? keys.find(algorithm, keyId) : Optional.empty();
        return found.isPresent() ? found : readAgain().find(algorithm, keyId);
    }

    private boolean isUsable(IssuerKeySet keys) {
        Instant now = clock.instant();
        if (keys.isOlderThan(BELIEVED_IN_OUTAGE, now)) {
            return false;
        }
        if (keys.isOlderThan(BELIEVED, now) && mayTry() && reading.tryLock()) {
            reading.unlock();
            Thread.ofVirtual().name("issuer-keys").start(this::refresh);
        }
        return true;
    }

    /** Reads the keys once in the background; callers use the known keys meanwhile. */
    private void refresh() {
        if (reading.tryLock()) {
            try {
                tryToRead();
            } finally {
                reading.unlock();
            }
        }
    }

    /** Reads the keys. A caller that comes during a read waits for its result; at most two reads delay it. */
    private IssuerKeySet readAgain() {
        reading.lock();
        try {
            tryToRead();
            if (failed) {
                throw new Refusal(new CommonProblem.Unavailable("issuer of the access token"));
            }
            return known;
        } finally {
            reading.unlock();
        }
    }

    private boolean mayTry() {
        return clock.instant().isAfter(tried.plus(LOOK_AGAIN_AFTER));
    }

    /** Holds the lock; does nothing when the last attempt was a moment ago. */
    private void tryToRead() {
        if (!mayTry()) {
            return;
        }
        try {
            known = known.next(documents.read(keySetAddress()), clock.instant());
            failed = false;
        } catch (IOException outage) {
            failed = true;
            LOG.log(Level.WARNING, "the keys of {0} could not be read: {1}", issuer.issuer(), outage.getMessage());
        } finally {
            tried = clock.instant();
        }
    }

    private URI keySetAddress() throws IOException {
        return issuer.keySet().isPresent() ? issuer.keySet().get() : discovered(documents.read(issuer.discovery()));
    }

    /** A discovery document that names another issuer is not trusted. */
    private URI discovered(Map<String, Object> document) throws IOException {
        try {
            URI address = JSONObjectUtils.getURI(document, "jwks_uri");
            boolean own = issuer.issuer().equals(JSONObjectUtils.getString(document, "issuer"));
            if (!own || address == null || !TrustedIssuer.isSafe(address)) {
                throw new IOException("the discovery document is not the issuer's, or its jwks_uri is not https");
            }
            return address;
        } catch (ParseException malformed) {
            throw new IOException("the discovery document is malformed", malformed);
        }
    }
}
