package dev.guildhall.core.agent;

import dev.guildhall.ports.tool.ToolSpec;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a model is told of a caller's tools.
 *
 * @param tools what it may call: a model may remember a tool that it is not told of this time
 * @param specs what it is told of
 */
record ToolOffer(Toolset tools, List<ToolSpec> specs) {
    ToolOffer {
        specs = List.copyOf(specs);
    }

    /** Their names, for a model that called something else. */
    String names() {
        return specs.stream().map(spec -> spec.name().value()).collect(Collectors.joining(", "));
    }
}
