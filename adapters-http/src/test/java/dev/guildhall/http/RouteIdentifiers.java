package dev.guildhall.http;

import dev.guildhall.wire.json.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The identifiers in a request to a route.
 *
 * @param route method and path, its parameters in braces
 * @param query the query string, with names in angle brackets; may be empty
 * @param body with names in angle brackets, {@code <caller>} for the caller's user, {@code <state>} for a new state of
 *     the caller, and apostrophes for quotation marks; may be empty
 * @param ok the status of the response when every identifier names a resource of the caller
 * @param kinds the kind of each identifier, by the parameter or field
 */
public record RouteIdentifiers(String route, String query, String body, int ok, Map<String, IdentifierKind> kinds) {
    RouteIdentifiers with(String name, IdentifierKind kind) {
        Map<String, IdentifierKind> more = new LinkedHashMap<>(kinds);
        more.put(name, kind);
        return new RouteIdentifiers(route, query, body, ok, more);
    }

    /** The same route of the same service under another base. */
    public RouteIdentifiers at(String base, String other) {
        return new RouteIdentifiers(route.replace(" " + base + "/", " " + other + "/"), query, body, ok, kinds);
    }

    /** Whether the name is a part of the path. */
    boolean isInPath(String name) {
        return route.contains("{" + name + "}") || route.contains("{" + name + "...}");
    }

    /** Sends a request with the caller's own identifiers, but with the given text for one of them. */
    public Client.Answer ask(OwnedResources caller, String name, String text) {
        String method = route.substring(0, route.indexOf(' '));
        String path = route.substring(route.indexOf(' ') + 1);
        String wanted = query;
        String sent = body.replace('\'', '"').replace("<caller>", caller.user());
        if (sent.contains("<state>")) {
            sent = sent.replace("<state>", caller.state());
        }
        for (Map.Entry<String, IdentifierKind> kind : kinds.entrySet()) {
            String value = kind.getKey().equals(name) ? text : kind.getValue().of(caller);
            path = path.replace("{" + kind.getKey() + "}", encoded(value))
                    .replace("{" + kind.getKey() + "...}", encoded(value));
            wanted = wanted.replace("<" + kind.getKey() + ">", encoded(value));
            sent = sent.replace("\"<" + kind.getKey() + ">\"", Json.text(value));
        }
        Client client = caller.owner().client();
        // In the newest revision a GET opens no stream, which would not end.
        Client asking = path.startsWith("/mcp/") ? client.with("MCP-Protocol-Version", "2026-07-28") : client;
        return asking.send(method, path + wanted, sent);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
