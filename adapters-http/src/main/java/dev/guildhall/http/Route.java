package dev.guildhall.http;

/**
 * One path of a service.
 *
 * @param method in upper case
 * @param path below the service's base, with parameters in braces: {@code /api/chat/{chatId}}; the last one may take
 *     all remaining segments: {@code /files/{name...}}
 * @param access which clients may send requests to it
 * @param endpoint handles them
 */
public record Route(String method, String path, Access access, Endpoint endpoint) {
    public static Route get(String path, Access access, Endpoint endpoint) {
        return new Route("GET", path, access, endpoint);
    }

    public static Route post(String path, Access access, Endpoint endpoint) {
        return new Route("POST", path, access, endpoint);
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
