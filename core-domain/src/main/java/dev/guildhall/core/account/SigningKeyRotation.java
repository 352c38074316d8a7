package dev.guildhall.core.account;

import dev.guildhall.core.config.AccountLimits;
import dev.guildhall.ports.key.KeyMaterial;
import dev.guildhall.ports.key.SigningKey;
import dev.guildhall.ports.key.SigningKeyMaker;
import dev.guildhall.ports.key.SigningKeySource;
import dev.guildhall.ports.key.SigningKeyStore;
import dev.guildhall.ports.storage.AccountStores;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * Creates, rotates and removes signing keys. Keys are created before the transaction that stores them; a change of
 * another node in the meantime is detected under the lock and kept.
 */
public final class SigningKeyRotation implements SigningKeySource {
    private static final Logger LOG = System.getLogger(SigningKeyRotation.class.getName());

    private final InstantSource clock;
    private final SigningKeyMaker maker;
    private final AccountStores stores;
    private final AccountLimits limits;

    public SigningKeyRotation(InstantSource clock, SigningKeyMaker maker, AccountStores stores, AccountLimits limits) {
        this.clock = clock;
        this.maker = maker;
        this.stores = stores;
        this.limits = limits;
    }

    @Override
    public List<SigningKey> all() {
        List<SigningKey> keys = stores.signingKeys().all();
        int missing = KeyLifecycle.missing(keys);
        return missing == 0 ? keys : settled(missing);
    }

    private List<SigningKey> settled(int missing) {
        List<KeyMaterial> made = Stream.generate(maker::make).limit(missing).toList();
        return change((keys, now) -> KeyLifecycle.settled(keys, made, now));
    }

    /**
     * Rotates the keys and returns them; all issued tokens stay valid. The note runs in the same transaction, unless a
     * concurrent call rotated first.
     */
    List<SigningKey> rotate(Runnable note) {
        return rotate(KeyLifecycle.active(all()).orElseThrow(), note);
    }

    private List<SigningKey> rotate(SigningKey active, Runnable note) {
        KeyMaterial made = maker.make();
        return change((keys, now) -> {
            if (!isActive(active, keys)) {
                return List.of();
            }
            note.run();
            return KeyLifecycle.rotated(keys, made, now);
        });
    }

    private static boolean isActive(SigningKey key, List<SigningKey> keys) {
        return KeyLifecycle.active(keys)
                .filter(active -> active.keyId().equals(key.keyId()))
                .isPresent();
    }

    private List<SigningKey> change(BiFunction<List<SigningKey>, Instant, List<SigningKey>> decision) {
        SigningKeyStore store = stores.signingKeys();
        List<SigningKey> changed = stores.transactions().inTransaction(() -> {
            List<SigningKey> decided = decision.apply(store.lock(), clock.instant());
            decided.forEach(store::put);
            return decided;
        });
        changed.forEach(key -> LOG.log(Level.INFO, "signing key {0} is now {1}", key.keyId(), key.phase()));
        return store.all();
    }

    /**
     * Periodic work: rotates the keys when the active one is old enough, and removes retired ones. Does nothing before
     * the first key was created.
     */
    public void maintenance() {
        List<SigningKey> keys = stores.signingKeys().all();
        Instant now = clock.instant();
        if (!keys.isEmpty()) {
            KeyLifecycle.due(keys, limits.signingKeys(), now).ifPresentOrElse(old -> rotate(old, () -> {}), this::all);
        }
        KeyLifecycle.outlived(
                        keys,
                        limits.tokens()
                                .accessTokenLife()
                                .plus(limits.signingKeys().margin()),
                        now)
                .forEach(key -> stores.signingKeys().remove(key.keyId()));
    }
}
