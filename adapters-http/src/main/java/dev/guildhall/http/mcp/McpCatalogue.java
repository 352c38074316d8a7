package dev.guildhall.http.mcp;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.Tools;
import java.util.NavigableMap;
import java.util.Optional;

/** The tools of a caller under the names that clients use. */
final class McpCatalogue {
    private final Tools tools;

    McpCatalogue(Tools tools) {
        this.tools = tools;
    }

    /** All tools in the order of their registry names: a stable list can stay in a model's prompt cache. */
    NavigableMap<ToolName, Tool> all(Caller.User user) {
        return tools.byName(user);
    }

    /** The tool with that name, either the listed name or the registry name. */
    Optional<Tool> find(Caller.User user, String name) {
        return ModelNames.toTool(name)
                .flatMap(plain -> named(user, plain))
                .or(() -> ModelNames.isDigested(name) ? digested(user, name) : Optional.empty());
    }

    Optional<Tool> named(Caller.User user, ToolName name) {
        return tools.named(user, name);
    }

    private Optional<Tool> digested(Caller.User user, String name) {
        return all(user).values().stream()
                .filter(tool -> ModelNames.of(tool.definition().name()).equals(name))
                .findFirst();
    }
}
