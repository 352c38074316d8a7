package dev.guildhall.http;

/**
 * One path of a service.
 *
 * @param method in upper case
 * @param path below the service's base, with parameters in braces: {@code /api/chat/{chatId}}; the last one may take
 *     all remaining segments: {@code /files/{name...}}, or those before an end: {@code /models/{model...}:count}
 * @param access which clients may send requests to it
 * @param endpoint handles them
 * @param maxBody the largest request body in bytes, without uploaded files
 * @param startsWork whether it may start work, so that a node that stops refuses it
 */
public record Route(String method, String path, Access access, Endpoint endpoint, int maxBody, boolean startsWork) {
    /** The largest request body of most routes: 1 MiB (general-10). */
    public static final int MAX_BODY = 1024 * 1024;

    /** The largest request body of routes to models, which take pictures: 32 MiB (general-10). */
    public static final int MAX_MODEL_BODY = 32 * 1024 * 1024;

    /** A route that starts work when its method is POST. */
    public Route(String method, String path, Access access, Endpoint endpoint) {
        this(method, path, access, endpoint, MAX_BODY, method.equals("POST"));
    }

    /** A POST route to models. */
    public static Route toModel(String path, Access access, Endpoint endpoint) {
        return new Route("POST", path, access, endpoint, MAX_MODEL_BODY, true);
    }

    /** A POST route that ends work, or reports on work that the client does. */
    public static Route finish(String path, Access access, Endpoint endpoint) {
        return new Route("POST", path, access, endpoint, MAX_BODY, false);
    }

    public static Route get(String path, Access access, Endpoint endpoint) {
        return new Route("GET", path, access, endpoint);
    }

    public static Route post(String path, Access access, Endpoint endpoint) {
        return new Route("POST", path, access, endpoint);
    }

    /** Whether an account without the second factor that the settings require may use it (accounts-43). */
    boolean isForFactors() {
        return path.startsWith("/auth/factors") || path.equals("/auth/session") || path.equals("/auth/logout");
    }

    /** Whether only admins may use it, whatever the request contains (keys-14). */
    boolean isForAdmins() {
        return path.startsWith("/admin/");
    }

    Route forBrowsers() {
        return new Route(method, path, Access.SESSION, endpoint, maxBody, startsWork);
    }

    /** Replaces a resource, or brings it into a state; repeating the request changes nothing more. */
    public static Route put(String path, Access access, Endpoint endpoint) {
        return new Route("PUT", path, access, endpoint);
    }

    public static Route patch(String path, Access access, Endpoint endpoint) {
        return new Route("PATCH", path, access, endpoint);
    }

    public static Route delete(String path, Access access, Endpoint endpoint) {
        return new Route("DELETE", path, access, endpoint);
    }
}
