package dev.guildhall.ports.run;

import java.util.Optional;

/**
 * Which runs are listed.
 *
 * @param suite of which suite; absent means all
 * @param status in which state; absent means any
 * @param outcome with which outcome; absent means any
 */
public record RunFilter(Optional<SuiteName> suite, Optional<RunStatus> status, Optional<Outcome> outcome) {}
