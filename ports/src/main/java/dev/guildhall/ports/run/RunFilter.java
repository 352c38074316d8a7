package dev.guildhall.ports.run;

import java.util.Optional;

/**
 * Selects the runs of a list.
 *
 * @param suite the suite; absent means all
 * @param status the status; absent means any
 * @param outcome the outcome; absent means any
 */
public record RunFilter(Optional<SuiteName> suite, Optional<RunStatus> status, Optional<Outcome> outcome) {}
