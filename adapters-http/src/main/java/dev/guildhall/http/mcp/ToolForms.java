package dev.guildhall.http.mcp;

import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.databind.util.RawValue;
import dev.guildhall.ports.tool.HiddenCharacters;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolForm;
import dev.guildhall.ports.tool.ToolId;
import dev.guildhall.wire.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The definitions of tools as clients receive them. Their JSON is kept until the tool changes: a list costs what it costs to
 * send it.
 */
final class ToolForms {
    private static final String ABOUT = "dev.guildhall/tool";

    /** The most that are kept; then all are made anew. */
    private static final int MOST = 2_048;

    /** The longest text that is kept. */
    private static final int MOST_CHARACTERS = 16 * 1024;

    private record Key(ToolId id, boolean isOwnName) {}

    /** @param tool of which the text was made: another object may be another version */
    private record Kept(Tool tool, RawValue json) {}

    private final Map<Key, Kept> kept = new ConcurrentHashMap<>();

    /** The definition of a tool as JSON, under the name by which the clients of a view call it. */
    @SuppressWarnings("ReferenceEquality") // Equal tools that are other objects only cost time.
    RawValue json(Tool tool, McpView view) {
        Key key = new Key(tool.id(), view.only().isPresent());
        Kept known = kept.get(key);
        if (known != null && known.tool() == tool) {
            return known.json();
        }
        String text = Json.text(form(tool, view.nameOf(tool)));
        RawValue json = new RawValue(new SerializedString(text));
        if (text.length() <= MOST_CHARACTERS) {
            if (kept.size() >= MOST) {
                kept.clear();
            }
            kept.put(key, new Kept(tool, json));
        }
        return json;
    }

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
