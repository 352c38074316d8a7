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
 * Refuses what a browser sends for a page of another origin, by {@code Sec-Fetch-Site} and {@code Origin}, unless that
 * origin is allowed; then the answer has the headers of CORS. A client that is no browser sends neither header and is not
 * concerned (contract 0, browsers). Immutable.
 */
public final class CrossOriginProtection {
    /** What to do with a request. */
    enum Decision {
        /** Answer it. */
        ANSWER,
        /** Answer that the browser may send the request that it asks about. */
        PREFLIGHT,
        /** Refuse it. */
        REFUSE
    }

    /** Every page may read these, without credentials. */
    private static final String SHARED_PATHS = "/.well-known/";

    private static final Set<String> OWN_SITES = Set.of("same-origin", "none");
    private static final Map<String, Integer> DEFAULT_PORTS = Map.of("http", 80, "https", 443);
    private static final String METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE";
    private static final String MAX_AGE_SECONDS = "600";

    private final Optional<String> own;
    private final Set<String> allowed;

    /**
     * A protection of a node.
     *
     * @param publicUrl the address as users see it, whose origin is the node's own besides the one that a request is for
     * @param allowed other origins, as {@link #origin} writes them
     */
    public CrossOriginProtection(String publicUrl, Collection<String> allowed) {
        this.own = origin(publicUrl);
        this.allowed = Set.copyOf(allowed);
    }

    /**
     * The origin of an address as browsers write it: {@code https://app.example}, without the port that goes without
     * saying; empty when it is not an http or https address.
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
     * Decides, and sets the headers of CORS where they are needed.
     *
     * @param isLink whether the address itself says what its sender may see
     * @param ownPagesOnly whether pages of other origins are refused even where they are allowed otherwise, since browsers
     *     send a cookie with the request
     */
    Decision decide(Context ctx, HttpURI target, boolean isLink, boolean ownPagesOnly) {
        Optional<String> origin = Optional.ofNullable(ctx.header("Origin"));
        if (isLink || ctx.path().startsWith(SHARED_PATHS)) {
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

    /** Older browsers send {@code Origin} alone, and all of them do so where the connection is not a safe one. */
    private boolean isSameOrigin(Context ctx, Optional<String> origin, HttpURI target) {
        String site = ctx.header("Sec-Fetch-Site");
        return site == null ? origin.isEmpty() || isOwn(origin.get(), target) : OWN_SITES.contains(site);
    }

    /** Behind a proxy that ends TLS the scheme of the request is not that of the page. */
    private boolean isOwn(String origin, HttpURI target) {
        int colon = origin.indexOf("://");
        int usual = colon < 0 ? 0 : DEFAULT_PORTS.getOrDefault(origin.substring(0, colon), 0);
        return own.equals(Optional.of(origin))
                || (usual > 0
                        && target.getHost() != null
                        && origin.substring(colon + 3).equals(authority(target.getHost(), target.getPort(), usual)));
    }

    /** A user who follows a link, or comes back from a provider, opens a page: whoever sent him cannot read it. */
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
