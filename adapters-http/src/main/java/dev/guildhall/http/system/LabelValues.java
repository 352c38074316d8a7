package dev.guildhall.http.system;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The values that one label may have: so many, and {@value #OTHER} for all the rest. Thread-safe. */
final class LabelValues {
    static final String OTHER = "_OTHER";

    private final Set<String> known = ConcurrentHashMap.newKeySet();
    private final int most;

    /**
     * Values.
     *
     * @param always those that have a place whatever comes
     * @param most how many others there may be
     */
    LabelValues(Set<String> always, int most) {
        known.addAll(always);
        this.most = always.size() + most;
    }

    /** The value itself where it is known. */
    String find(String value) {
        return known.contains(value) ? value : OTHER;
    }

    /** The value itself where it is known, or there is room for it. */
    String add(String value) {
        if (known.contains(value)) {
            return value;
        }
        synchronized (this) {
            return known.size() < most && known.add(value) ? value : find(value);
        }
    }
}
