package dev.guildhall.integrations.openapi;

import dev.guildhall.integrations.httptool.HttpAction;
import dev.guildhall.ports.problem.Violation;
import java.util.List;
import java.util.Optional;

/**
 * The result of an import.
 *
 * @param server the address of the operations; absent when the document names no absolute one
 * @param leftOut the operations that cannot become tools, with the reasons
 * @param fault why the document cannot be used; absent when it can
 */
public record OpenApiTools(
        List<HttpAction> actions, Optional<String> server, List<Violation> leftOut, Optional<Violation> fault) {
    public OpenApiTools {
        actions = List.copyOf(actions);
        leftOut = List.copyOf(leftOut);
    }
}
