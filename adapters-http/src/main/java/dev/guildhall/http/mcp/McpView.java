package dev.guildhall.http.mcp;

import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolName;
import java.util.Optional;

/**
 * What a client sees at its address: everything, under names with the integration before them, or one integration under
 * that one's own names.
 *
 * @param only the one integration; absent for everything
 */
record McpView(Optional<IntegrationName> only) {
    static final McpView ALL = new McpView(Optional.empty());

    boolean shows(Tool tool) {
        return only.isEmpty() || only.get().equals(tool.definition().integration());
    }

    /** The name by which a client calls a tool. */
    String nameOf(Tool tool) {
        ToolName name = tool.definition().name();
        return only.isEmpty() ? ModelNames.of(name) : ownNameOf(tool);
    }

    /** The name of a tool at its own server, or within its integration. */
    static String ownNameOf(Tool tool) {
        return tool.definition().declared().get("name") instanceof String own
                ? own
                : tool.definition().name().value().split("\\.", 2)[1];
    }
}
