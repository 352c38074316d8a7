package dev.guildhall.http;

import io.javalin.http.Context;
import java.net.URI;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jetty.http.HttpURI;

/**
 * Refuses requests that a browser sends for a page of another origin, by {@code Sec-Fetch-Site} and {@code Origin},
 * unless that origin is allowed; the response to an allowed origin has the CORS headers. A client that is not a browser
 * sends neither header and is not affected (general-30). Immutable.
 */
public final class CrossOriginProtection {
    enum Decision {
        ANSWER,
        /** Answer a CORS preflight request: the browser may send the request that it asks about. */
        PREFLIGHT,
        REFUSE
    }

    /** Pages of any origin may read these paths, without credentials. */
    private static final String SHARED_PATHS = "/.well-known/";

    /** The same for the endpoints of OAuth clients, which identify themselves in the body (general-30). */
    private static final Set<String> CLIENT_PATHS = Set.of("/oauth/register", "/oauth/token", "/oauth/revoke");

    private static final Set<String> OWN_SITES = Set.of("same-origin", "none");
    private static final Map<String, Integer> DEFAULT_PORTS = Map.of("http", 80, "https", 443);
    private static final String METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE";
    private static final String MAX_AGE_SECONDS = "600";

    private final PublicAddress own;
    private final Set<String> allowed;

    /**
     * @param own the address that users open; its origin counts as the node's own, like the origin of the
     *     request's host
     * @param allowed other origins, as {@link #origin} writes them
     */
    public CrossOriginProtection(PublicAddress own, Collection<String> allowed) {
        this.own = own;
        this.allowed = Set.copyOf(allowed);
    }

    /**
     * The origin of an address as browsers write it: {@code https://app.example}, without the scheme's default port;
     * empty when it is not an http or https address.
     */
    public static Optional<String> origin(String address) {
        try {
            URI uri = new URI(address);
            String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
            Integer usual = DEFAULT_PORTS.get(scheme);
            return usual == null || uri.getHost() == null
                    ? Optional.empty()
                    : Optional.of(scheme + "://" + authority(uri.getHost(), uri.getPort(), usual));
        } catch (java.net.URISyntaxException malformed) {
            return Optional.empty();
        }
    }

    private static String authority(String host, int port, int usualPort) {
        return host.toLowerCase(Locale.ROOT) + (port <= 0 || port == usualPort ? "" : ":" + port);
    }

    /**
     * Decides, and sets the CORS headers where they are needed.
     *
     * @param isLink whether the address itself carries the permission
     * @param ownPagesOnly whether requests of other origins are refused even where the origin is allowed, since
     *     browsers send a cookie with the request
     */
    Decision decide(Context ctx, HttpURI target, boolean isLink, boolean ownPagesOnly) {
        Optional<String> origin = Optional.ofNullable(ctx.header("Origin"));
        if (isLink || ctx.path().startsWith(SHARED_PATHS) || CLIENT_PATHS.contains(ctx.path())) {
            ctx.header("Access-Control-Allow-Origin", "*");
        } else if (!ownPagesOnly && origin.filter(allowed::contains).isPresent()) {
            ctx.header("Access-Control-Allow-Origin", origin.get());
            ctx.header("Vary", "Origin");
        } else {
            return isSameOrigin(ctx, origin, target) || isNavigation(ctx) ? Decision.ANSWER : Decision.REFUSE;
        }
        ctx.header("Access-Control-Expose-Headers", "*");
        return origin.isPresent() && isPreflight(ctx) ? Decision.PREFLIGHT : Decision.ANSWER;
    }

    /** Older browsers send only {@code Origin}; every browser does so on an insecure connection. */
    private boolean isSameOrigin(Context ctx, Optional<String> origin, HttpURI target) {
        String site = ctx.header("Sec-Fetch-Site");
        return site == null ? origin.isEmpty() || isOwn(origin.get(), target) : OWN_SITES.contains(site);
    }

    /** Behind a proxy that ends TLS the scheme of the request differs from that of the page. */
    private boolean isOwn(String origin, HttpURI target) {
        int colon = origin.indexOf("://");
        int usual = colon < 0 ? 0 : DEFAULT_PORTS.getOrDefault(origin.substring(0, colon), 0);
        return origin(own.now()).equals(Optional.of(origin))
                || (usual > 0
                        && target.getHost() != null
                        && origin.substring(colon + 3).equals(authority(target.getHost(), target.getPort(), usual)));
    }

    /**
     * A user who follows a link, or returns from a provider, opens a page; the linking page cannot read the response.
     */
    private static boolean isNavigation(Context ctx) {
        return ctx.req().getMethod().equals("GET")
                && Objects.equals(ctx.header("Sec-Fetch-Mode"), "navigate")
                && Objects.equals(ctx.header("Sec-Fetch-Dest"), "document");
    }

    private static boolean isPreflight(Context ctx) {
        String headers = ctx.header("Access-Control-Request-Headers");
        if (!ctx.req().getMethod().equals("OPTIONS") || ctx.header("Access-Control-Request-Method") == null) {
            return false;
        }
        ctx.header("Access-Control-Allow-Methods", METHODS);
        ctx.header("Access-Control-Max-Age", MAX_AGE_SECONDS);
        if (headers != null) {
            ctx.header("Access-Control-Allow-Headers", headers);
        }
        return true;
    }
}
