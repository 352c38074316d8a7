package dev.guildhall.integrations.openapi;

import dev.guildhall.integrations.httptool.HttpAction;
import dev.guildhall.ports.problem.Violation;
import java.util.List;
import java.util.Optional;

/**
 * What a document is good for.
 *
 * @param actions the tools
 * @param server the whole address of the API; absent when the document does not tell it
 * @param skipped operations that cannot be tools, with the reason
 * @param faults what is wrong with the document; with any of these it cannot be used
 */
public record OpenApiTools(
        List<HttpAction> actions, Optional<String> server, List<Violation> skipped, List<Violation> faults) {
    public OpenApiTools {
        actions = List.copyOf(actions);
        skipped = List.copyOf(skipped);
        faults = List.copyOf(faults);
    }
}
