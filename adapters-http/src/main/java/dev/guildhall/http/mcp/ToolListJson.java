package dev.guildhall.http.mcp;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolForm;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A page of tools; {@code nextCursor} is omitted on the last page, as the protocol requires. */
record ToolListJson(
        List<Map<String, Object>> tools,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String nextCursor) {
    private static final String ABOUT = "dev.guildhall/tool";

    /** The definition of a tool for clients; its title is its registry name. */
    static Map<String, Object> form(Tool tool) {
        Map<String, Object> form = new LinkedHashMap<>(ToolForm.MCP.of(tool.definition()));
        form.put("name", ModelNames.of(tool.definition().name()));
        form.put("title", tool.definition().name().value());
        form.put(
                "_meta",
                Map.of(
                        ABOUT,
                        Map.of(
                                "id", tool.id().value(),
                                "version", tool.definition().version().value(),
                                "integration", tool.definition().integration().value())));
        return form;
    }
}
