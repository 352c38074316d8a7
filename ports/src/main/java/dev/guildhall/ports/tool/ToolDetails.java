package dev.guildhall.ports.tool;

import dev.guildhall.ports.problem.Violation;
import java.util.List;

/**
 * A tool with warnings for its reader.
 *
 * @param tool the tool
 * @param effect what a call of it does (approvals-1)
 * @param warnings hidden characters in its texts, which people cannot see and models read; and the parts of its schema that
 *     models or the check of arguments do not get as they are
 */
public record ToolDetails(Tool tool, ToolEffect effect, List<Violation> warnings) {
    public ToolDetails {
        warnings = List.copyOf(warnings);
    }
}
