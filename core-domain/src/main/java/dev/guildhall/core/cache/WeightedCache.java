package dev.guildhall.core.cache;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Values with weights that change while they are used. When all together weigh too much, the cache drops those that were not
 * used for the longest time; the last one stays, however much it weighs.
 */
public final class WeightedCache<K, V> {
    private static final int FIRST_CAPACITY = 16;
    private static final float LOAD = 0.75f;

    private final long most;
    private final Map<K, Weighed<V>> values = new LinkedHashMap<>(FIRST_CAPACITY, LOAD, true);
    private long total;

    private record Weighed<V>(V value, long weight) {}

    /** A cache whose values together weigh at most so much. */
    public WeightedCache(long most) {
        this.most = most;
    }

    /** The value of a key; a new one, without weight, when there is none. */
    public V get(K key, Function<K, V> creator) {
        synchronized (values) {
            return values.computeIfAbsent(key, fresh -> new Weighed<>(creator.apply(fresh), 0))
                    .value();
        }
    }

    /** Sets the weight of a value, unless the cache has dropped it. */
    @SuppressWarnings("ReferenceEquality") // another value of the key is not the one that was weighed
    public void weigh(K key, V value, long weight) {
        synchronized (values) {
            Weighed<V> known = values.get(key);
            if (known == null || known.value() != value) {
                return;
            }
            values.put(key, new Weighed<>(value, weight));
            total += weight - known.weight();
            var eldest = values.values().iterator();
            while (total > most && values.size() > 1) {
                total -= eldest.next().weight();
                eldest.remove();
            }
        }
    }

    public int size() {
        synchronized (values) {
            return values.size();
        }
    }
}
