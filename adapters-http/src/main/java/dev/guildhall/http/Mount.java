package dev.guildhall.http;

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
 */
public record Mount(
        Optional<Service> service,
        String base,
        List<Route> routes,
        ErrorForm errors,
        Optional<ExternalTokens> externalTokens) {
    public Mount {
        routes = List.copyOf(routes);
    }

    /** Routes that take our own tokens alone. */
    public Mount(Optional<Service> service, String base, List<Route> routes, ErrorForm errors) {
        this(service, base, routes, errors, Optional.empty());
    }

    /** A service's routes at a place. */
    public static Mount of(Service service, String base, List<Route> routes, ErrorForm errors) {
        return new Mount(Optional.of(service), base, routes, errors);
    }

    /** The same routes, open to the bearers of somebody else's tokens too. */
    public Mount takingToo(ExternalTokens tokens) {
        return new Mount(service, base, routes, errors, Optional.of(tokens));
    }

    /** The label of the service in metrics and logs. */
    String label() {
        return service.map(Service::wireName).orElse("system");
    }

    boolean covers(String path) {
        return path.startsWith(base) && (path.length() == base.length() || path.charAt(base.length()) == '/');
    }
}
