package dev.guildhall.ports.tool;

import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.Violation;
import java.util.List;
import java.util.Optional;

/**
 * A request to register a tool.
 *
 * @param definition the definition
 * @param visibility who sees it; absent means all users for an admin's tool and only the registrant for another user's
 */
public record NewTool(ToolDefinition definition, Optional<Visibility> visibility) {
    /**
     * Refuses incomplete parameters.
     *
     * @throws Refusal with {@code CommonProblem.Invalid} that names each array without {@code items} and each array of
     *     arrays; only imported schemas may leave the type of the elements out
     */
    public NewTool {
        if (definition.parameters().imported().isEmpty()) {
            List<Violation> missing = definition.parameters().byName().entrySet().stream()
                    .flatMap(named -> named.getValue().missing().stream()
                            .map(lack ->
                                    new Violation("parameters." + named.getKey() + "." + lack.field(), lack.message())))
                    .toList();
            if (!missing.isEmpty()) {
                throw new Refusal(new CommonProblem.Invalid(missing));
            }
        }
    }
}
