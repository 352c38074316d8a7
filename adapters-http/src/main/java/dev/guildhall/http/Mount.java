package dev.guildhall.http;

import dev.guildhall.http.error.ErrorForm;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import java.util.List;
import java.util.Optional;

/**
 * A set of routes under one base path of a listener.
 *
 * @param service whose routes they are; absent for those that belong to the listener itself
 * @param base the prefix of every path: empty, or {@code /…} without a slash at its end
 * @param routes the routes, relative to the base
 * @param errors the form of its error responses
 * @param externalTokens another issuer whose tokens are accepted; absent where the bearer needs an account
 * @param unknownPage responds to browsers that open an address of the listener without a route; absent where there are
 *     no pages
 */
public record Mount(
        Optional<Service> service,
        String base,
        List<Route> routes,
        ErrorForm errors,
        Optional<ExternalTokens> externalTokens,
        Optional<Endpoint> unknownPage) {
    /** The end of the path whose response contains an access token. */
    private static final String TOKENS = "/activate";

    public Mount {
        routes = List.copyOf(routes);
    }

    /** Routes that accept only our own tokens. */
    public Mount(Optional<Service> service, String base, List<Route> routes, ErrorForm errors) {
        this(service, base, routes, errors, Optional.empty(), Optional.empty());
    }

    public static Mount of(Service service, String base, List<Route> routes, ErrorForm errors) {
        return new Mount(Optional.of(service), base, routes, errors);
    }

    public static Mount ofPages(List<Route> routes, Endpoint unknownPage, ErrorForm errors) {
        return new Mount(Optional.empty(), "", routes, errors, Optional.empty(), Optional.of(unknownPage));
    }

    /** The same routes, which also accept another issuer's tokens, and ask it before the others. */
    public Mount takingToo(ExternalTokens tokens) {
        ExternalTokens all = externalTokens.map(tokens::or).orElse(tokens);
        return new Mount(service, base, routes, errors, Optional.of(all), unknownPage);
    }

    /** Its routes that need an access token, for browser sessions instead; none of them returns a token. */
    public Mount forBrowsers() {
        List<Route> own = routes.stream()
                .filter(route ->
                        route.access() == Access.BEARER && !route.path().endsWith(TOKENS))
                .map(Route::forBrowsers)
                .toList();
        return new Mount(service, base, own, errors);
    }

    /**
     * Refuses a caller whose API key does not reach the service, or would change something of an account, and a caller
     * who is no admin where the route is for admins. The endpoint has not read the request then.
     *
     * @throws Refusal with {@code CommonProblem.Forbidden}
     */
    void requireReach(Caller caller, Route route) {
        if (!(caller instanceof Caller.User user)) {
            return;
        }
        if (service.filter(known -> !user.mayCall(known.wireName())).isPresent()) {
            throw new Refusal(new CommonProblem.Forbidden("the API key does not reach the service " + label()));
        }
        if (service.equals(Optional.of(Service.ACCOUNT)) && !route.method().equals("GET")) {
            user.requireSession();
        }
        if (service.isPresent() && route.isForAdmins() && !user.isAdmin()) {
            throw new Refusal(new CommonProblem.Forbidden("this needs the role admin"));
        }
    }

    String label() {
        return service.map(Service::wireName).orElse("system");
    }

    boolean covers(String path) {
        return path.startsWith(base) && (path.length() == base.length() || path.charAt(base.length()) == '/');
    }
}
