package dev.guildhall.http.mcp;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.guildhall.ports.tool.HiddenCharacters;
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

    /**
     * The definition of a tool for clients: as its server declares it, or with its registry name as title.
     *
     * @param name the name by which the client calls it
     */
    static Map<String, Object> form(Tool tool, String name) {
        Map<String, Object> declared = tool.definition().declared();
        Map<String, Object> form = new LinkedHashMap<>(ToolForm.MCP.of(tool.definition()));
        form.put("title", tool.definition().name().value());
        if (!declared.isEmpty()) {
            Map<String, Object> given = HiddenCharacters.escaped(declared);
            form.remove("title");
            form.putAll(given);
        }
        form.put("name", name);
        Map<String, Object> meta = new LinkedHashMap<>(Params.member(form, Params.META));
        meta.put(
                ABOUT,
                Map.of(
                        "id", tool.id().value(),
                        "version", tool.definition().version().value(),
                        "integration", tool.definition().integration().value()));
        form.put(Params.META, meta);
        return form;
    }
}
