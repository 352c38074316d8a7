package dev.guildhall.http.mcp;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.Tools;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

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

    /** Those that a view shows, in the same order. */
    NavigableMap<ToolName, Tool> all(Caller.User user, McpView view) {
        NavigableMap<ToolName, Tool> all = all(user);
        if (view.only().isEmpty()) {
            return all;
        }
        String first = view.only().get() + ".";
        NavigableMap<ToolName, Tool> shown = new TreeMap<>(all);
        shown.keySet().removeIf(name -> !name.value().startsWith(first));
        return shown;
    }

    /** The tool with that name, either the listed name or the registry name. */
    Optional<Tool> find(Caller.User user, McpView view, String name) {
        if (view.only().isPresent()) {
            return own(user, view, name);
        }
        return ModelNames.toTool(name)
                .flatMap(plain -> named(user, plain))
                .or(() -> ModelNames.isDigested(name) ? digested(user, name) : Optional.empty());
    }

    /** Nearly all names are those of the registry; of the others the list is read. */
    private Optional<Tool> own(Caller.User user, McpView view, String name) {
        String likely = view.only().orElseThrow() + "." + name;
        return Optional.of(likely)
                .filter(ToolName::isWellFormed)
                .flatMap(plain -> named(user, new ToolName(plain)))
                .filter(tool -> McpView.ownNameOf(tool).equals(name))
                .or(() -> all(user, view).values().stream()
                        .filter(tool -> McpView.ownNameOf(tool).equals(name))
                        .findFirst());
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
