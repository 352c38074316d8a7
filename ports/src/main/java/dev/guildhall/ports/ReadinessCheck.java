package dev.guildhall.ports;

import java.util.Optional;

/** Driven port: something without which this node cannot serve, such as the database. Thread-safe. */
public interface ReadinessCheck {
    /** A short lower-case name, for example {@code database}. */
    String name();

    /** Why the node cannot serve now, in one line without addresses or secrets; empty when it can. Blocks 2 s at most. */
    Optional<String> failure();
}
