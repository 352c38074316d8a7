package dev.guildhall.http;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The services of this version (general-1). */
public enum Service {
    ACCOUNT,
    TOOLS,
    COMPLETION,
    AGENT,
    CHAT,
    RUNS,
    ORCHESTRATION;

    /** The name in {@code GUILDHALL_SERVICES} and in the address of its OpenAPI document. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Service> fromWire(String name) {
        return Arrays.stream(values())
                .filter(service -> service.wireName().equals(name))
                .findFirst();
    }
}
