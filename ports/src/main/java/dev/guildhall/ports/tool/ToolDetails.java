package dev.guildhall.ports.tool;

import dev.guildhall.ports.problem.Violation;
import java.util.List;

/**
 * A tool, and what its reader should know of it.
 *
 * @param tool the tool
 * @param warnings what of its texts does not meet the eye: characters that nobody sees and that models read
 */
public record ToolDetails(Tool tool, List<Violation> warnings) {
    public ToolDetails {
        warnings = List.copyOf(warnings);
    }
}
