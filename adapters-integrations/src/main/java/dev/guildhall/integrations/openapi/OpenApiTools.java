package dev.guildhall.integrations.openapi;

import dev.guildhall.integrations.httptool.HttpAction;
import dev.guildhall.ports.problem.Violation;
import java.util.List;
import java.util.Optional;

/** The result of an import. Skipped operations cannot become tools; a document with faults cannot be used. */
public record OpenApiTools(
        List<HttpAction> actions, Optional<String> server, List<Violation> skipped, List<Violation> faults) {
    public OpenApiTools {
        actions = List.copyOf(actions);
        skipped = List.copyOf(skipped);
        faults = List.copyOf(faults);
    }
}
