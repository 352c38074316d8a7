package dev.guildhall.http.mcp;

import dev.guildhall.ports.tool.HiddenCharacters;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolForm;
import dev.guildhall.wire.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The definitions of tools as clients receive them. The JSON of a page is kept until one of its tools changes: a list costs
 * what it costs to send it.
 */
final class ToolForms {
    private static final String ABOUT = "dev.guildhall/tool";

    /** The most pages that are kept, and the most characters of one; with more pages all are made anew. */
    private static final int MOST = 256;

    private static final int MOST_CHARACTERS = 256 * 1024;

    /** @param tools a number of the objects; of other tools with the same number the last page is kept */
    private record Key(int tools, boolean isOwnName, boolean withMeta) {}

    /** @param tools of which the text was made: another object may be another version */
    private record Kept(List<Tool> tools, ToolsPage page) {}

    private final Map<Key, Kept> kept = new ConcurrentHashMap<>();

    /** The same page with further definitions at its end. */
    ToolsPage page(List<Tool> tools, boolean withMeta, McpView view, List<Map<String, Object>> more) {
        ToolsPage page = page(tools, withMeta, view);
        if (more.isEmpty()) {
            return page;
        }
        String shown = String.valueOf(page.rawValue());
        String begun = shown.substring(0, shown.length() - 1);
        return new ToolsPage(
                begun + (begun.length() > 1 ? "," : "") + Json.text(more).substring(1));
    }

    /**
     * The definitions of a page as an array of JSON, under the names by which the clients of a view call the tools.
     *
     * @param withMeta whether the page begins with the tools that search for others
     */
    ToolsPage page(List<Tool> tools, boolean withMeta, McpView view) {
        Key key = new Key(numberOf(tools), view.only().isPresent(), withMeta);
        Kept known = kept.get(key);
        if (known != null && areSame(known.tools(), tools)) {
            return known.page();
        }
        List<Object> definitions = new ArrayList<>(withMeta ? MetaTools.forms() : List.of());
        tools.forEach(tool -> definitions.add(form(tool, view.nameOf(tool))));
        String text = Json.text(definitions);
        ToolsPage page = new ToolsPage(text);
        if (text.length() <= MOST_CHARACTERS) {
            if (kept.size() >= MOST) {
                kept.clear();
            }
            kept.put(key, new Kept(List.copyOf(tools), page));
        }
        return page;
    }

    private static int numberOf(List<Tool> tools) {
        int number = 1;
        for (Tool tool : tools) {
            number = 31 * number + System.identityHashCode(tool);
        }
        return number;
    }

    @SuppressWarnings("ReferenceEquality") // Equal tools that are other objects only cost time.
    private static boolean areSame(List<Tool> some, List<Tool> others) {
        if (some.size() != others.size()) {
            return false;
        }
        for (int i = 0; i < some.size(); i++) {
            if (some.get(i) != others.get(i)) {
                return false;
            }
        }
        return true;
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
