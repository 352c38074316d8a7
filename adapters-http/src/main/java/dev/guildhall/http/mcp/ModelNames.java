package dev.guildhall.http.mcp;

import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.WireNames;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The names under which clients are told of tools. The protocol allows dots; clients pass names on to model APIs, which
 * forbid them, so {@code github.create_issue} becomes {@code github__create_issue}. A name depends on nothing but the
 * tool's: it is the same on every page, every node and every day.
 */
final class ModelNames {
    private static final Pattern DIGESTED = Pattern.compile(".*_[0-9a-f]{8}");

    private ModelNames() {}

    /** The plain form where it can be read back, else one that ends in a digest of the true name. */
    static String of(ToolName name) {
        String readBack = readBack(name.value().replace(".", "__"));
        // The plain form belongs to the name that it is read back as, whether there is such a tool or not.
        return WireNames.of(List.of(readBack, name.value())).toWire(name.value());
    }

    /** The tool that is meant by a plain form, or by the true name itself; empty when that can be none. */
    static Optional<ToolName> toTool(String name) {
        return Optional.of(readBack(name)).filter(ToolName::isWellFormed).map(ToolName::new);
    }

    /** Whether a name may be one that cannot be read back. */
    static boolean isDigested(String name) {
        return name.length() <= WireNames.MAX && DIGESTED.matcher(name).matches();
    }

    private static String readBack(String name) {
        return name.contains(".") ? name : name.replace("__", ".");
    }
}
