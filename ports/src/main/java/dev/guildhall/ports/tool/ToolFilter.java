package dev.guildhall.ports.tool;

import java.util.Optional;

/**
 * Which tools a list shows.
 *
 * @param integration those of one integration; absent means of all
 * @param text those whose name or description has this in it, in any case; absent means any
 * @param allVersions whether older versions are shown beside the latest one of each name
 * @param status those that stand there
 */
public record ToolFilter(Optional<String> integration, Optional<String> text, boolean allVersions, ToolStatus status) {
    /** The latest version of everything that is in use. */
    public static ToolFilter all() {
        return new ToolFilter(Optional.empty(), Optional.empty(), false, ToolStatus.ACTIVE);
    }
}
