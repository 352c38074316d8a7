package dev.guildhall.core.agent;

import dev.guildhall.ports.tool.HiddenCharacters;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolInvoker;
import dev.guildhall.ports.tool.ToolSource;
import dev.guildhall.ports.tool.ToolSpec;

/** A tool that the agent can use for a caller, and how it runs. */
sealed interface UsableTool {
    /** The description that a model receives. */
    ToolSpec spec();

    ToolSource source();

    /** A tool of this process, which its owner runs directly. */
    record BuiltIn(ToolSpec spec, ToolInvoker owner) implements UsableTool {
        @Override
        public ToolSource source() {
            return spec.source();
        }
    }

    /** A tool of the registry, which checks permissions, connects, executes it and stores a record. */
    record Registered(Tool tool) implements UsableTool {
        /** The tool as models see it: characters that are not shown are escaped. */
        @Override
        public ToolSpec spec() {
            return new ToolSpec(
                    tool.definition().name(),
                    HiddenCharacters.escaped(tool.definition().description().value()),
                    HiddenCharacters.escaped(tool.definition().parameters().inputSchema()),
                    tool.source());
        }

        @Override
        public ToolSource source() {
            return tool.source();
        }
    }
}
