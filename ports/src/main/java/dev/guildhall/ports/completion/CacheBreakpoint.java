package dev.guildhall.ports.completion;

import dev.guildhall.ports.problem.Refusal;
import java.util.Optional;

/**
 * Asks the provider to keep the request up to and including what has the breakpoint in its cache of prompts. Providers that
 * cache without being asked ignore it.
 *
 * @param ttl how long, as {@link #isTtl} accepts it; absent means the provider's default
 */
public record CacheBreakpoint(Optional<String> ttl) {
    public CacheBreakpoint {
        if (!ttl.stream().allMatch(CacheBreakpoint::isTtl)) {
            throw Refusal.invalid("ttl", "must be a duration such as 5m or 1h");
        }
    }

    /** Whether the text has the form of a duration: 1 to 10 digits and small letters, for example {@code 1h}. */
    public static boolean isTtl(String text) {
        return text.matches("[0-9a-z]{1,10}");
    }
}
