package dev.guildhall.ports.tool;

import dev.guildhall.ports.problem.Violation;
import java.util.List;

/**
 * A tool with warnings for its reader.
 *
 * @param tool the tool
 * @param warnings hidden characters in its texts, which people cannot see and models read
 */
public record ToolDetails(Tool tool, List<Violation> warnings) {
    public ToolDetails {
        warnings = List.copyOf(warnings);
    }
}
