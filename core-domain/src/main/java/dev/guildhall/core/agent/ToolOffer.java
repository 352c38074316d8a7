package dev.guildhall.core.agent;

import dev.guildhall.ports.tool.ToolSpec;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The tools of a caller that a model receives.
 *
 * @param tools those that the model may call: it may know a tool from an earlier request
 * @param specs the descriptions that the model receives
 */
record ToolOffer(Toolset tools, List<ToolSpec> specs) {
    ToolOffer {
        specs = List.copyOf(specs);
    }

    /** Their names, for a model that called a tool that does not exist. */
    String names() {
        return specs.stream().map(spec -> spec.name().value()).collect(Collectors.joining(", "));
    }
}
