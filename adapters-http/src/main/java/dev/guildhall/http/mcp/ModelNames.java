package dev.guildhall.http.mcp;

import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.WireNames;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The names of tools for MCP clients. The protocol allows dots, but clients pass names on to model APIs, which forbid
 * dots: {@code github.create_issue} becomes {@code github__create_issue}. A name depends only on the tool's registry
 * name: it is the same on every page and every node, at any time.
 */
final class ModelNames {
    private static final Pattern DIGESTED = Pattern.compile(".*_[0-9a-f]{8}");

    private ModelNames() {}

    /** The plain form if it can be converted back, else a form that ends in a digest of the registry name. */
    static String of(ToolName name) {
        String readBack = readBack(name.value().replace(".", "__"));
        // The plain form belongs to the name that it converts back to, whether or not such a tool exists.
        return WireNames.of(List.of(readBack, name.value())).toWire(name.value());
    }

    /** The registry name for a plain form or a registry name; empty when the text is neither. */
    static Optional<ToolName> toTool(String name) {
        return Optional.of(readBack(name)).filter(ToolName::isWellFormed).map(ToolName::new);
    }

    /** Whether the name may be a form that cannot be converted back. */
    static boolean isDigested(String name) {
        return name.length() <= WireNames.MAX && DIGESTED.matcher(name).matches();
    }

    private static String readBack(String name) {
        return name.contains(".") ? name : name.replace("__", ".");
    }
}
