package dev.guildhall.http;

import dev.guildhall.http.json.Json;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the identifiers in a request to a route name.
 *
 * @param route method and path, its parameters in braces
 * @param query behind the path, with names in angle brackets; may be empty
 * @param body with names in angle brackets, {@code <caller>} for the caller's user, {@code
 *     <state>} for a fresh state of the caller's, and apostrophes for quotation marks; may
 *     be empty
 * @param ok the status of the answer when everything is the caller's own
 * @param things by the parameter or field
 */
public record Naming(String route, String query, String body, int ok, Map<String, Thing> things) {
    static Naming none(String route) {
        return new Naming(route, "", "", 0, Map.of());
    }

    static Naming of(String route, int ok) {
        return new Naming(route, "", "", ok, Map.of());
    }

    Naming query(String text) {
        return new Naming(route, text, body, ok, things);
    }

    Naming body(String text) {
        return new Naming(route, query, text, ok, things);
    }

    Naming with(String name, Thing thing) {
        Map<String, Thing> more = new LinkedHashMap<>(things);
        more.put(name, thing);
        return new Naming(route, query, body, ok, more);
    }

    /** The same route of the same service in another place. */
    public Naming at(String base, String other) {
        return new Naming(route.replace(" " + base + "/", " " + other + "/"), query, body, ok, things);
    }

    /** Whether the name is a part of the path. */
    boolean isInPath(String name) {
        return route.contains("{" + name + "}") || route.contains("{" + name + "...}");
    }

    /** The caller's own things, but under one name the given text. */
    public Client.Answer ask(Estate caller, String name, String text) {
        String method = route.substring(0, route.indexOf(' '));
        String path = route.substring(route.indexOf(' ') + 1);
        String wanted = query;
        String sent = body.replace('\'', '"').replace("<caller>", caller.user());
        if (sent.contains("<state>")) {
            sent = sent.replace("<state>", caller.state());
        }
        for (Map.Entry<String, Thing> thing : things.entrySet()) {
            String value = thing.getKey().equals(name) ? text : thing.getValue().of(caller);
            path = path.replace("{" + thing.getKey() + "}", encoded(value))
                    .replace("{" + thing.getKey() + "...}", encoded(value));
            wanted = wanted.replace("<" + thing.getKey() + ">", encoded(value));
            sent = sent.replace("\"<" + thing.getKey() + ">\"", Json.text(value));
        }
        return caller.owner().client().send(method, path + wanted, HttpRequest.BodyPublishers.ofString(sent));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
