package dev.guildhall.http.token;

import dev.guildhall.ports.key.KeyMaterial;
import dev.guildhall.ports.key.SigningKeyMaker;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Lends keys that the test JVM generates once, since generating one takes longer than most tests. No two keys of an
 * instance are equal, nor are the first two of instances that are made one after the other. Thread-safe.
 */
public final class LentKeys implements SigningKeyMaker {
    private static final int KEYS = 8;
    private static final Map<Integer, KeyMaterial> GENERATED = new ConcurrentHashMap<>();
    private static final AtomicInteger INSTANCES = new AtomicInteger();
    private static final SigningKeyMaker GENERATOR = new RsaKeyGenerator();

    private final int first = 2 * INSTANCES.getAndIncrement();
    private final AtomicInteger lent = new AtomicInteger();

    @Override
    public KeyMaterial make() {
        int next = lent.getAndIncrement();
        return next < KEYS
                ? GENERATED.computeIfAbsent(Math.floorMod(first + next, KEYS), number -> GENERATOR.make())
                : GENERATOR.make();
    }
}
