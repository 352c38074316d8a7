package dev.guildhall.wire.http;

/**
 * Where connections are opened to. Immutable.
 *
 * @param secure whether with TLS
 * @param host a name in lower case, or an IP address; one of IPv6 without brackets
 * @param port 1 to 65535
 */
public record Origin(boolean secure, String host, int port) {
    /** The value of {@link #declaredPort} for the usual port. */
    private static final int USUAL_PORT = -1;

    static final int HTTP_PORT = 80;
    static final int HTTPS_PORT = 443;

    /** The port as the header {@code Host} names it: -1 for the usual one, which it omits. */
    int declaredPort() {
        return port == (secure ? HTTPS_PORT : HTTP_PORT) ? USUAL_PORT : port;
    }

    /** Host and port as the header {@code Host} has them. */
    public String authority() {
        String literal = host.indexOf(':') < 0 ? host : "[" + host + "]";
        return literal + (declaredPort() < 0 ? "" : ":" + port);
    }

    @Override
    public String toString() {
        return (secure ? "https://" : "http://") + authority();
    }
}
