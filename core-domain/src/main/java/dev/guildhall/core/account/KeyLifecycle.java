package dev.guildhall.core.account;

import dev.guildhall.core.config.SigningKeyLimits;
import dev.guildhall.ports.key.KeyMaterial;
import dev.guildhall.ports.key.KeyPhase;
import dev.guildhall.ports.key.SigningKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * All transitions of signing keys: next, active, retired, removed. Changes are returned in the order in which they must
 * be written, so that there are never two active keys or two next ones. Pure functions.
 */
final class KeyLifecycle {
    private KeyLifecycle() {}

    static Optional<SigningKey> active(List<SigningKey> keys) {
        return keys.stream()
                .filter(key -> key.phase() instanceof KeyPhase.Active)
                .findFirst();
    }

    static Optional<SigningKey> next(List<SigningKey> keys) {
        return keys.stream().filter(key -> key.phase() instanceof KeyPhase.Next).findFirst();
    }

    /** How many keys must be created so that there is an active and a next one: 0 to 2. */
    static int missing(List<SigningKey> keys) {
        return (int)
                Stream.of(active(keys), next(keys)).filter(Optional::isEmpty).count();
    }

    /** The changes that produce an active and a next key, as far as the created keys suffice. */
    static List<SigningKey> settled(List<SigningKey> keys, List<KeyMaterial> made, Instant now) {
        Deque<SigningKey> spare = new ArrayDeque<>(next(keys).stream().toList());
        made.forEach(material -> spare.add(new SigningKey(material, now, new KeyPhase.Next())));
        List<SigningKey> changed = new ArrayList<>();
        if (active(keys).isEmpty() && !spare.isEmpty()) {
            changed.add(spare.remove().in(new KeyPhase.Active(now)));
        }
        if (!spare.isEmpty() && !keys.contains(spare.element())) {
            changed.add(spare.element());
        }
        return changed;
    }

    /** The changes when the next key becomes active and the created key becomes the next one. */
    static List<SigningKey> rotated(List<SigningKey> keys, KeyMaterial made, Instant now) {
        List<SigningKey> changed = new ArrayList<>();
        List<SigningKey> others = new ArrayList<>(keys);
        active(keys).ifPresent(active -> {
            changed.add(retired(active, now));
            others.remove(active);
        });
        changed.addAll(settled(others, List.of(made), now));
        return changed;
    }

    private static SigningKey retired(SigningKey key, Instant now) {
        return switch (key.phase()) {
            case KeyPhase.Active(Instant from) -> key.in(new KeyPhase.Retired(from, now));
            case KeyPhase.Next ignored -> key;
            case KeyPhase.Retired ignored -> key;
        };
    }

    /** The active key, when it has signed for its lifetime and the next one was published for long enough. */
    static Optional<SigningKey> due(List<SigningKey> keys, SigningKeyLimits limits, Instant now) {
        boolean mayFollow = next(keys)
                .filter(next -> !now.isBefore(next.createdAt().plus(limits.lead())))
                .isPresent();
        return active(keys)
                .filter(key -> mayFollow && limits.life().isPositive() && hasSigned(key, limits.life(), now));
    }

    private static boolean hasSigned(SigningKey key, Duration life, Instant now) {
        return key.phase() instanceof KeyPhase.Active(Instant from) && !now.isBefore(from.plus(life));
    }

    /** The retired keys whose tokens have all expired, and whose safety margin has passed. */
    static List<SigningKey> outlived(List<SigningKey> keys, Duration kept, Instant now) {
        return keys.stream()
                .filter(key -> key.phase() instanceof KeyPhase.Retired(Instant from, Instant at)
                        && at.plus(kept).isBefore(now))
                .toList();
    }
}
