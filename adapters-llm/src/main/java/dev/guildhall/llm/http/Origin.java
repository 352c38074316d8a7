package dev.guildhall.llm.http;

/**
 * Whom connections lead to. Immutable.
 *
 * @param secure whether over TLS
 * @param host a name in lower case, or an IP address; one of IPv6 without brackets
 * @param port 1 to 65535
 */
public record Origin(boolean secure, String host, int port) {
    static final int HTTP_PORT = 80;
    static final int HTTPS_PORT = 443;

    /** As it stands in the header {@code Host}: the usual port is left out. */
    String hostField() {
        String literal = host.indexOf(':') < 0 ? host : "[" + host + "]";
        return port == (secure ? HTTPS_PORT : HTTP_PORT) ? literal : literal + ":" + port;
    }

    @Override
    public String toString() {
        return (secure ? "https://" : "http://") + hostField();
    }
}
