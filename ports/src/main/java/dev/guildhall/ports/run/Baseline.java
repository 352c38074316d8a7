package dev.guildhall.ports.run;

import dev.guildhall.ports.UserId;
import java.time.Instant;
import java.util.Optional;

/**
 * A picture that runs are compared with. The newest of a key is the current one; the others are its history.
 *
 * @param suite of which suite
 * @param platform of which platform, for example {@code linux}
 * @param key which picture
 * @param image what it looks like
 * @param previous what was the current one before; absent for the first
 * @param browserVersion the version of the browser that took it; empty when it is not known
 * @param run the run that it was approved in; absent when it was restored
 * @param at when it became the current one
 * @param by who approved or restored it
 */
public record Baseline(
        SuiteName suite,
        String platform,
        Screenshot.Key key,
        Sha256 image,
        Optional<Sha256> previous,
        String browserVersion,
        Optional<RunId> run,
        Instant at,
        UserId by) {}
