package dev.guildhall.http.system;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The values of one label: a limited number, and {@value #OTHER} for all others. */
final class LabelValues {
    static final String OTHER = "other";

    private final Set<String> known = ConcurrentHashMap.newKeySet();
    private final int most;

    /**
     * @param always values that are always accepted
     * @param most the largest number of other values
     */
    LabelValues(Set<String> always, int most) {
        known.addAll(always);
        this.most = always.size() + most;
    }

    /** The value itself if it is known, else {@value #OTHER}. */
    String find(String value) {
        return known.contains(value) ? value : OTHER;
    }

    /** The value itself if it is known or can be added, else {@value #OTHER}. */
    String add(String value) {
        if (known.contains(value)) {
            return value;
        }
        synchronized (this) {
            return known.size() < most && known.add(value) ? value : find(value);
        }
    }
}
