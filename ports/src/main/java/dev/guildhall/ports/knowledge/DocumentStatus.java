package dev.guildhall.ports.knowledge;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How far the indexing of a document is (knowledge-6). */
public enum DocumentStatus {
    /** It waits, or is read: no search finds it yet. */
    INDEXING,
    /** Searches find it by its words, and by the meaning of those passages whose embeddings are computed. */
    READY,
    /** It cannot be read; no search finds it. */
    FAILED;

    /** The name in JSON and in stores. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The status with that name in JSON and in stores; empty when there is none. */
    public static Optional<DocumentStatus> fromWire(String name) {
        return Arrays.stream(values())
                .filter(status -> status.wireName().equals(name))
                .findFirst();
    }
}
