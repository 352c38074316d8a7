package dev.guildhall.core.cache;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map with a bound: a new entry removes the eldest one when there are too many. Not thread-safe. */
public final class BoundedMap<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1L;
    private static final int FIRST_CAPACITY = 16;
    private static final float LOAD = 0.75f;

    private final int most;

    private BoundedMap(int most, boolean isInOrderOfAccess) {
        super(FIRST_CAPACITY, LOAD, isInOrderOfAccess);
        this.most = most;
    }

    /** Removes the entry that was put first; putting a key again does not make it younger. */
    public static <K, V> BoundedMap<K, V> firstInFirstOut(int most) {
        return new BoundedMap<>(most, false);
    }

    /** Removes the entry that was not read or put for the longest time. */
    public static <K, V> BoundedMap<K, V> leastRecentlyUsed(int most) {
        return new BoundedMap<>(most, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > most;
    }
}
