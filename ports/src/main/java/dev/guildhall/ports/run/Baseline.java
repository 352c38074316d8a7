package dev.guildhall.ports.run;

import dev.guildhall.ports.UserId;
import java.time.Instant;
import java.util.Optional;

/**
 * A screenshot that runs are compared with. The newest baseline of a key is the current one; the others are its history.
 *
 * @param suite the suite
 * @param platform the platform, for example {@code linux}
 * @param key the screenshot
 * @param image its content
 * @param previous the content of the previous baseline; absent for the first
 * @param browserVersion the version of the browser that took it; empty when unknown
 * @param run the run in which it was approved; absent when it was restored
 * @param at when it became the current one
 * @param by the user who approved or restored it
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
        UserId by) {
    /** The same baseline with another key. */
    public Baseline withKey(Screenshot.Key other) {
        return new Baseline(suite, platform, other, image, previous, browserVersion, run, at, by);
    }
}
