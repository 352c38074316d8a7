package dev.guildhall.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Finds the route of a request: by one look-up when its path has no parameters, else among the routes with as many
 * segments. With a hundred routes, trying one after the other caused most of a small request's allocations. Immutable.
 */
final class Router {
    private static final String ROOT = "/";

    /**
     * Marks the last parameter of a path, which takes all remaining segments: {@code {name...}}. The path may end with a
     * text that the last segment ends with: {@code {name...}:count}.
     */
    private static final String REST = "...}";

    private final Map<String, Found> plain = new HashMap<>();
    private final Map<String, List<Template>> templates = new HashMap<>();
    private final Map<String, List<Template>> open = new HashMap<>();
    private final Set<String> methods = new TreeSet<>();

    /**
     * A route that was found.
     *
     * @param mount the mount of the route
     * @param label its method and its whole path with parameters in braces, for logs and metrics
     * @param parameters the decoded parameters of its path
     */
    record Found(Mount mount, Route route, String label, Map<String, String> parameters) {
        /** The endpoint for paths without a route, under the label of such requests. */
        static Found outsideRoutes(Mount mount, Endpoint endpoint) {
            return new Found(mount, Route.get(ROOT, Access.PUBLIC, endpoint), RequestDispatcher.UNMATCHED, Map.of());
        }
    }

    private record Template(Mount mount, Route route, String label, List<String> segments) {
        /** A template whose last parameter takes the rest of the path. */
        boolean isOpen() {
            return segments.getLast().contains(REST);
        }

        Optional<Found> match(String[] given) {
            if (given.length < segments.size()) {
                return Optional.empty();
            }
            Map<String, String> parameters = new HashMap<>();
            for (int i = 0; i < segments.size(); i++) {
                String segment = segments.get(i);
                if (!segment.startsWith("{")) {
                    if (!segment.equals(given[i])) {
                        return Optional.empty();
                    }
                } else if (given[i].isEmpty()) {
                    return Optional.empty();
                } else if (segment.contains(REST)) {
                    String rest = rest(given, i);
                    String end = segment.substring(segment.indexOf(REST) + REST.length());
                    if (rest.length() <= end.length() || !rest.endsWith(end)) {
                        return Optional.empty();
                    }
                    parameters.put(name(segment), rest.substring(0, rest.length() - end.length()));
                } else {
                    parameters.put(name(segment), decoded(given[i]));
                }
            }
            return Optional.of(new Found(mount, route, label, parameters));
        }

        private static String rest(String[] given, int from) {
            return Arrays.stream(given, from, given.length).map(Router::decoded).collect(Collectors.joining(ROOT));
        }

        private static String name(String segment) {
            int rest = segment.indexOf(REST);
            return segment.substring(1, rest < 0 ? segment.length() - 1 : rest);
        }
    }

    /** The routes of all mounts; a route for GET also serves HEAD. */
    Router(List<Mount> mounts) {
        for (Mount mount : mounts) {
            for (Route route : mount.routes()) {
                add(route.method(), mount, route);
                if (route.method().equals("GET")) {
                    add("HEAD", mount, route);
                }
            }
        }
    }

    private void add(String method, Mount mount, Route route) {
        methods.add(method);
        String path = withoutLastSlash(mount.base() + route.path());
        String label = route.method() + " " + mount.base() + route.path();
        if (path.indexOf('{') < 0) {
            plain.putIfAbsent(method + path, new Found(mount, route, label, Map.of()));
        } else {
            String[] segments = segments(path);
            Template template = new Template(mount, route, label, List.of(segments));
            if (template.isOpen()) {
                open.computeIfAbsent(method, any -> new ArrayList<>()).add(template);
            } else {
                templates
                        .computeIfAbsent(method + segments.length, any -> new ArrayList<>())
                        .add(template);
            }
        }
    }

    /** The route for an undecoded path; a slash at its end is ignored. */
    Optional<Found> find(String method, String sent) {
        String path = withoutLastSlash(sent);
        Found found = plain.get(method + path);
        return found != null ? Optional.of(found) : templated(method, segments(path));
    }

    /** The methods of a path in alphabetical order; none when the path does not exist. */
    List<String> methodsOf(String sent) {
        return methods.stream().filter(method -> find(method, sent).isPresent()).toList();
    }

    private Optional<Found> templated(String method, String[] segments) {
        return first(templates.getOrDefault(method + segments.length, List.of()), segments)
                .or(() -> first(open.getOrDefault(method, List.of()), segments));
    }

    private static Optional<Found> first(List<Template> templates, String[] segments) {
        for (Template template : templates) {
            Optional<Found> found = template.match(segments);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private static String withoutLastSlash(String path) {
        return path.length() > 1 && path.endsWith(ROOT) ? path.substring(0, path.length() - 1) : path;
    }

    private static String[] segments(String path) {
        return path.split(ROOT, -1);
    }

    /** A plus is a literal plus in a path; an invalid escape stays as it was sent and matches nothing. */
    private static String decoded(String segment) {
        if (segment.indexOf('%') < 0) {
            return segment;
        }
        try {
            return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            return segment;
        }
    }
}
