package dev.guildhall.ports.tool;

import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.Violation;
import java.util.List;
import java.util.Optional;

/**
 * A tool that somebody registers.
 *
 * @param definition what it is
 * @param visibility who is to see it; absent means everybody for an admin's tool and nobody else for another's
 */
public record NewTool(ToolDefinition definition, Optional<Visibility> visibility) {
    /**
     * Refuses parameters that say too little.
     *
     * @throws Refusal with {@code CommonProblem.Invalid} that names each array without {@code items} and each array of
     *     arrays; an imported schema may leave the elements open
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
