package dev.guildhall.http.mcp;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The revisions of the Model Context Protocol that are spoken here. */
enum ProtocolVersion {
    V2025_11_25("2025-11-25"),
    V2025_06_18("2025-06-18"),
    V2025_03_26("2025-03-26");

    /** What a client is offered that asks for a revision which is none of these. */
    static final ProtocolVersion LATEST = V2025_11_25;

    /** What a request is in that names no revision (2025-11-25, transports, protocol version header). */
    static final ProtocolVersion UNNAMED = V2025_03_26;

    private final String wireName;

    ProtocolVersion(String wireName) {
        this.wireName = wireName;
    }

    String wireName() {
        return wireName;
    }

    /** Whether several messages may come in one body: the revision after it took that back. */
    boolean hasBatches() {
        return this == V2025_03_26;
    }

    /** The revision of that name; empty when it is not spoken here. */
    static Optional<ProtocolVersion> of(String name) {
        return Arrays.stream(values())
                .filter(version -> version.wireName.equals(name))
                .findFirst();
    }

    static List<String> names() {
        return Arrays.stream(values()).map(ProtocolVersion::wireName).toList();
    }
}
