package dev.guildhall.ports.tool;

import dev.guildhall.ports.AllowedTools;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.problem.Refusal;
import java.util.Optional;

/**
 * Selects the tools of a list.
 *
 * @param integration only tools of this integration; absent means of all
 * @param text only tools whose name or description contains this, ignoring case; absent means any
 * @param allVersions whether older versions are included beside the latest one of each name
 * @param status only tools with this status
 * @param allowed only these tools; absent means any
 */
public record ToolFilter(
        Optional<String> integration,
        Optional<String> text,
        boolean allVersions,
        ToolStatus status,
        Optional<AllowedTools> allowed) {
    public ToolFilter {
        integration.ifPresent(name -> requireWellFormed("integration", name));
        text.ifPresent(wanted -> requireWellFormed("q", wanted));
    }

    /** Selects tools of any name. */
    public ToolFilter(Optional<String> integration, Optional<String> text, boolean allVersions, ToolStatus status) {
        this(integration, text, allVersions, status, Optional.empty());
    }

    /** The same tools, but only those among them that are allowed. */
    public ToolFilter allowed(Optional<AllowedTools> tools) {
        return new ToolFilter(integration, text, allVersions, status, tools);
    }

    private static void requireWellFormed(String field, String text) {
        if (!Text.isWellFormed(text)) {
            throw Refusal.invalid(field, "must be well-formed Unicode without NUL");
        }
    }

    /** The latest version of every active tool. */
    public static ToolFilter all() {
        return new ToolFilter(Optional.empty(), Optional.empty(), false, ToolStatus.ACTIVE);
    }
}
