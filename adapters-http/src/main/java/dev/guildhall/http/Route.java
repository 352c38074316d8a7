package dev.guildhall.http;

/**
 * One path of a service.
 *
 * @param method in upper case
 * @param path below the service's base, with parameters in braces: {@code /api/chat/{chatId}}; the last one may take all
 *     segments that are left: {@code /files/{name...}}
 * @param access who may send requests to it
 * @param endpoint answers them
 */
public record Route(String method, String path, Access access, Endpoint endpoint) {
    /** Reads something. */
    public static Route get(String path, Access access, Endpoint endpoint) {
        return new Route("GET", path, access, endpoint);
    }

    /** Makes or does something. */
    public static Route post(String path, Access access, Endpoint endpoint) {
        return new Route("POST", path, access, endpoint);
    }

    /** Replaces something, or brings it into a state; doing it again changes nothing. */
    public static Route put(String path, Access access, Endpoint endpoint) {
        return new Route("PUT", path, access, endpoint);
    }

    /** Changes a part of something. */
    public static Route patch(String path, Access access, Endpoint endpoint) {
        return new Route("PATCH", path, access, endpoint);
    }

    /** Takes something away. */
    public static Route delete(String path, Access access, Endpoint endpoint) {
        return new Route("DELETE", path, access, endpoint);
    }
}
