package dev.guildhall.http;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The services of this version (contract 0). */
public enum Service {
    /** Accounts, sessions, profiles, groups. */
    ACCOUNT,
    /** The tool registry. */
    TOOLS,
    /** Language models. */
    COMPLETION,
    /** Agents and memory. */
    AGENT,
    /** The chat front-end and its pages. */
    CHAT,
    /** Test runs. */
    RUNS,
    /** Task orchestration. */
    ORCHESTRATION;

    /** The name in {@code GUILDHALL_SERVICES} and in the address of its OpenAPI document. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The service with that name in the configuration; empty when there is none. */
    public static Optional<Service> fromWire(String name) {
        return Arrays.stream(values())
                .filter(service -> service.wireName().equals(name))
                .findFirst();
    }
}
