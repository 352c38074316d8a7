package dev.guildhall.ports;

import java.util.Optional;

/** Driven port: a service that this node needs to handle requests, for example the database. */
public interface ReadinessCheck {
    /** A short lower-case name, for example {@code database}. */
    String name();

    /**
     * Why the node cannot handle requests now, in one line without addresses or secrets; empty when it can. Blocks for
     * 2 s at most.
     */
    Optional<String> failure();
}
