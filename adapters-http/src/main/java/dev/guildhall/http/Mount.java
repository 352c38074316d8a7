package dev.guildhall.http;

import dev.guildhall.http.error.ErrorForm;
import java.util.List;
import java.util.Optional;

/**
 * A set of routes at a place of a listener.
 *
 * @param service whose routes they are; absent for those that belong to the listener itself
 * @param base what stands before every path: empty, or {@code /…} without a slash at its end
 * @param routes what it answers
 * @param errors how it says no
 * @param externalTokens whose tokens are taken besides our own; absent where the bearer needs an account
 * @param unknownPage answers browsers that open an address of the listener which no route has; absent where there are no
 *     pages
 */
public record Mount(
        Optional<Service> service,
        String base,
        List<Route> routes,
        ErrorForm errors,
        Optional<ExternalTokens> externalTokens,
        Optional<Endpoint> unknownPage) {
    /** What the path ends in that answers with an access token. */
    private static final String TOKENS = "/activate";

    public Mount {
        routes = List.copyOf(routes);
    }

    /** Routes that take our own tokens alone. */
    public Mount(Optional<Service> service, String base, List<Route> routes, ErrorForm errors) {
        this(service, base, routes, errors, Optional.empty(), Optional.empty());
    }

    /** A service's routes at a place. */
    public static Mount of(Service service, String base, List<Route> routes, ErrorForm errors) {
        return new Mount(Optional.of(service), base, routes, errors);
    }

    /** Pages at the root of a listener, with the one for addresses that there are not. */
    public static Mount ofPages(List<Route> routes, Endpoint unknownPage, ErrorForm errors) {
        return new Mount(Optional.empty(), "", routes, errors, Optional.empty(), Optional.of(unknownPage));
    }

    /** The same routes, open to the bearers of somebody else's tokens too. */
    public Mount takingToo(ExternalTokens tokens) {
        return new Mount(service, base, routes, errors, Optional.of(tokens), unknownPage);
    }

    /** Those of its routes that need an access token, for browser sessions instead; none of them hands out a token. */
    public Mount forBrowsers() {
        List<Route> own = routes.stream()
                .filter(route ->
                        route.access() == Access.BEARER && !route.path().endsWith(TOKENS))
                .map(route -> new Route(route.method(), route.path(), Access.SESSION, route.endpoint()))
                .toList();
        return new Mount(service, base, own, errors);
    }

    /** The label of the service in metrics and logs. */
    String label() {
        return service.map(Service::wireName).orElse("system");
    }

    boolean covers(String path) {
        return path.startsWith(base) && (path.length() == base.length() || path.charAt(base.length()) == '/');
    }
}
