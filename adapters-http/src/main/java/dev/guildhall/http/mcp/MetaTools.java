package dev.guildhall.http.mcp;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.SearchQuery;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.Tools;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Two tools for a catalogue that does not fit into a model's context: one finds tools, the other calls a tool that was
 * found, since many clients let a model call only listed tools. A tool of the registry has a dot in its name, so no
 * names conflict.
 */
final class MetaTools {
    static final String SEARCH = "search_tools";
    static final String CALL = "call_tool";

    /** The largest number of results: each contains the tool's whole schema. */
    static final int MAX_FOUND = 20;

    static final int USUALLY_FOUND = 5;

    private final Tools tools;
    private final McpCatalogue catalogue;
    private final McpToolCalls calls;

    MetaTools(Tools tools, McpCatalogue catalogue, McpToolCalls calls) {
        this.tools = tools;
        this.catalogue = catalogue;
        this.calls = calls;
    }

    static List<Map<String, Object>> forms() {
        Map<String, Object> limit = new HashMap<>(property("integer", "The largest number of tools in the result."));
        limit.putAll(Map.of("minimum", 1, "maximum", MAX_FOUND, "default", USUALLY_FOUND));
        Map<String, Object> search = new HashMap<>(form(SEARCH, "Search tools", """
            Finds tools by what they do. There are more tools than the list shows: search before you say that \
            something cannot be done. Returns names, descriptions and input schemas, the best match first; call a \
            found tool with %s.\
            """.formatted(CALL)));
        Map<String, Object> query = property("string", "What the tool must do, in any words.");
        search.put("inputSchema", schema(Map.of("query", query, "limit", limit), "query"));
        search.put("annotations", Map.of("readOnlyHint", true));
        Map<String, Object> call = new HashMap<>(
                form(CALL, "Call a tool", "Calls a tool that " + SEARCH + " has found, and returns its result."));
        Map<String, Object> name = property("string", "A name from the result of " + SEARCH + ".");
        Map<String, Object> arguments = property("object", "The arguments that the tool's inputSchema requires.");
        call.put("inputSchema", schema(Map.of("name", name, "arguments", arguments), "name"));
        return List.of(search, call);
    }

    private static Map<String, Object> form(String name, String title, String description) {
        return Map.of("name", name, "title", title, "description", description);
    }

    private static Map<String, Object> property(String type, String description) {
        return Map.of("type", type, "description", description);
    }

    private static Map<String, Object> schema(Map<String, Object> properties, String required) {
        Map<String, Object> schema = new HashMap<>(Map.of("type", "object", "additionalProperties", false));
        schema.put("properties", properties);
        schema.put("required", List.of(required));
        return schema;
    }

    /** The tools that match a query; when several have one name, the one that a call would use. */
    Map<String, Object> search(Caller.User user, Map<String, Object> arguments) {
        try {
            SearchQuery query = new SearchQuery(text(arguments, "query"), limit(arguments));
            return found(user, query);
        } catch (Refusal refused) {
            return invalid(refused);
        }
    }

    private Map<String, Object> found(Caller.User user, SearchQuery query) {
        List<Map<String, Object>> found = tools.search(user, query).stream()
                .map(hit -> hit.tool().definition().name())
                .distinct()
                .flatMap(name -> catalogue.named(user, name).stream())
                .map(tool -> ToolForms.form(tool, McpView.ALL.nameOf(tool)))
                .toList();
        return CallResults.success(Map.of("tools", found), Map.of());
    }

    /** Calls a tool that a search has found. */
    Map<String, Object> call(
            Peer peer, RpcMessage.Request request, Map<String, Object> arguments, ClientChannel channel) {
        try {
            String name = text(arguments, "name");
            Map<String, Object> inner = object(arguments, "arguments");
            Optional<Tool> tool = catalogue.find(peer.user(), McpView.ALL, name);
            return tool.isPresent()
                    ? calls.call(peer, tool.get(), inner, request, channel)
                    : CallResults.error(
                            "there is no tool of that name; " + SEARCH + " finds the existing tools", Map.of());
        } catch (Refusal refused) {
            return invalid(refused);
        }
    }

    private static Map<String, Object> invalid(Refusal refused) {
        if (refused.problem() instanceof CommonProblem.Invalid invalid) {
            return CallResults.error(invalid.message(), Map.of());
        }
        throw refused;
    }

    private static String text(Map<String, Object> arguments, String name) {
        if (arguments.get(name) instanceof String text) {
            return text;
        }
        throw Refusal.invalid("arguments." + name, "is required, and must be a string");
    }

    private static int limit(Map<String, Object> arguments) {
        return switch (arguments.get("limit")) {
            case null -> USUALLY_FOUND;
            case Integer limit when limit >= 1 && limit <= MAX_FOUND -> limit;
            default -> throw Refusal.invalid("arguments.limit", "must be an integer between 1 and " + MAX_FOUND);
        };
    }

    private static Map<String, Object> object(Map<String, Object> arguments, String name) {
        return switch (arguments.get(name)) {
            case null -> Map.of();
            case Map<?, ?> map -> {
                Map<String, Object> object = new LinkedHashMap<>();
                map.forEach((key, value) -> object.put(String.valueOf(key), value));
                yield object;
            }
            default -> throw Refusal.invalid("arguments." + name, "must be an object");
        };
    }
}
