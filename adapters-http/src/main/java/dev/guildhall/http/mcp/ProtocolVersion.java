package dev.guildhall.http.mcp;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

enum ProtocolVersion {
    V2026_07_28("2026-07-28"),
    V2025_11_25("2025-11-25"),
    V2025_06_18("2025-06-18"),
    V2025_03_26("2025-03-26");

    /** The revision that the server offers to a client that begins a session and asks for an unsupported one. */
    static final ProtocolVersion LATEST = V2025_11_25;

    /** The revision of a request that names none (2025-11-25, transports, protocol version header). */
    static final ProtocolVersion UNNAMED = V2025_03_26;

    private static final Set<String> OLDER = Set.of("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25");

    private static final Map<String, ProtocolVersion> BY_NAME =
            Arrays.stream(values()).collect(Collectors.toMap(ProtocolVersion::wireName, version -> version));

    private final String wireName;

    ProtocolVersion(String wireName) {
        this.wireName = wireName;
    }

    String wireName() {
        return wireName;
    }

    /** Whether one body may contain several messages: the later revisions removed that. */
    boolean hasBatches() {
        return this == V2025_03_26;
    }

    /** Whether a stream begins with an event without data: older clients cannot read one (2025-11-25, transports). */
    boolean hasPrimedStreams() {
        return this == V2025_11_25;
    }

    /** Whether a request names a revision without sessions: one that is none of the older ones. */
    static boolean isNewer(String name) {
        return !OLDER.contains(name);
    }

    static Optional<ProtocolVersion> of(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }

    static List<String> names() {
        return Arrays.stream(values()).map(ProtocolVersion::wireName).toList();
    }
}
