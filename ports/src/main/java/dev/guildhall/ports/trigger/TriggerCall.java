package dev.guildhall.ports.trigger;

import dev.guildhall.ports.start.StartFailure;
import dev.guildhall.ports.start.StartedWork;
import java.time.Instant;
import java.util.Optional;

/**
 * A call of a trigger with a valid secret.
 *
 * @param at when
 * @param work what it started; absent when it failed
 * @param failure why it started nothing; absent when it did
 */
public record TriggerCall(Instant at, Optional<StartedWork> work, Optional<StartFailure> failure) {}
