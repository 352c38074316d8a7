package dev.guildhall.ports.problem;

import java.util.List;

/** Problems of tools. */
public sealed interface ToolProblem extends Problem {
    /**
     * A request names tools that do not exist.
     *
     * @param names the unknown ones, at least one
     */
    record UnknownTools(List<String> names) implements ToolProblem {
        public UnknownTools {
            names = List.copyOf(names);
        }

        @Override
        public String message() {
            return "tools: there is no tool " + String.join(", ", names);
        }
    }
}
