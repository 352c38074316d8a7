package dev.guildhall.integrations.openapi;

import dev.guildhall.integrations.httptool.HttpAction;
import dev.guildhall.ports.problem.Violation;
import java.util.List;
import java.util.Optional;

/**
 * The result of an import.
 *
 * @param actions the tools
 * @param server the absolute address of the API; absent when the document has none
 * @param skipped operations that cannot become tools, with the reason
 * @param faults the faults of the document; if there are any, the document cannot be used
 */
public record OpenApiTools(
        List<HttpAction> actions, Optional<String> server, List<Violation> skipped, List<Violation> faults) {
    public OpenApiTools {
        actions = List.copyOf(actions);
        skipped = List.copyOf(skipped);
        faults = List.copyOf(faults);
    }
}
