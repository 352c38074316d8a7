package dev.guildhall.http.mcp;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.Tools;
import java.util.NavigableMap;
import java.util.Optional;

/** The tools of a caller by the names that clients know them by. Thread-safe. */
final class McpCatalogue {
    private final Tools tools;

    McpCatalogue(Tools tools) {
        this.tools = tools;
    }

    /** All of them, in the order of their true names: a list that stays as it is can be kept in a model's context. */
    NavigableMap<ToolName, Tool> all(Caller.User user) {
        return tools.byName(user);
    }

    /** The tool that a client means by a name, be it the one in its list or the true one. */
    Optional<Tool> find(Caller.User user, String name) {
        return ModelNames.toTool(name)
                .flatMap(plain -> named(user, plain))
                .or(() -> ModelNames.isDigested(name) ? digested(user, name) : Optional.empty());
    }

    /** The one tool of that true name. */
    Optional<Tool> named(Caller.User user, ToolName name) {
        return tools.named(user, name);
    }

    private Optional<Tool> digested(Caller.User user, String name) {
        return all(user).values().stream()
                .filter(tool -> ModelNames.of(tool.definition().name()).equals(name))
                .findFirst();
    }
}
