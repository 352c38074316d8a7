package dev.guildhall.ports.tool;

import dev.guildhall.ports.Text;
import dev.guildhall.ports.problem.Refusal;
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
    public ToolFilter {
        integration.ifPresent(name -> requireWellFormed("integration", name));
        text.ifPresent(wanted -> requireWellFormed("q", wanted));
    }

    private static void requireWellFormed(String field, String text) {
        if (!Text.isWellFormed(text)) {
            throw Refusal.invalid(field, "must be well-formed Unicode without NUL");
        }
    }

    /** The latest version of everything that is in use. */
    public static ToolFilter all() {
        return new ToolFilter(Optional.empty(), Optional.empty(), false, ToolStatus.ACTIVE);
    }
}
