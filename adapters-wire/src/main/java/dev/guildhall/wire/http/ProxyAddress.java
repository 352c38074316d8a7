package dev.guildhall.wire.http;

import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The address of an HTTP proxy.
 *
 * @param host its name or address
 * @param port 1 to 65535
 * @param login the user and the password; absent when the proxy needs none
 */
public record ProxyAddress(String host, int port, Optional<Login> login) {
    private static final int USUAL_PORT = 80;

    public record Login(String user, String password) {
        @Override
        public String toString() {
            return "Login[" + user + "]";
        }
    }

    /**
     * Parses {@code http://user:password@host:port}; the scheme and the login may be absent.
     *
     * @throws IllegalArgumentException when it is anything else; the message does not contain the text
     */
    public static ProxyAddress parse(String text) {
        URI uri;
        try {
            uri = URI.create(text.contains("://") ? text : "http://" + text);
        } catch (IllegalArgumentException malformed) {
            throw bad();
        }
        boolean plain = (uri.getRawPath() == null || uri.getRawPath().matches("/?"))
                && uri.getRawQuery() == null
                && uri.getRawFragment() == null;
        if (!"http".equals(uri.getScheme()) || uri.getHost() == null || !plain || uri.getPort() == 0) {
            throw bad();
        }
        return new ProxyAddress(
                uri.getHost(),
                uri.getPort() < 0 ? USUAL_PORT : uri.getPort(),
                Optional.ofNullable(uri.getRawUserInfo()).map(ProxyAddress::login));
    }

    private static IllegalArgumentException bad() {
        return new IllegalArgumentException("must be http://[user:password@]host[:port]");
    }

    private static Login login(String info) {
        int colon = info.indexOf(':');
        String user = colon < 0 ? info : info.substring(0, colon);
        return new Login(decoded(user), colon < 0 ? "" : decoded(info.substring(colon + 1)));
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    /**
     * The proxy that the environment names for an address: {@code HTTPS_PROXY} or {@code HTTP_PROXY}, unless
     * {@code NO_PROXY} lists the host, a domain that it is in, or a star. The names may be in lower case.
     *
     * @throws IllegalArgumentException whose message names the variable, when its value is no address
     */
    public static Optional<ProxyAddress> of(Map<String, String> environment, Origin origin) {
        String name = origin.secure() ? "HTTPS_PROXY" : "HTTP_PROXY";
        Optional<String> proxy = variable(environment, name);
        if (proxy.isEmpty()
                || variable(environment, "NO_PROXY")
                        .filter(list -> lists(list, origin))
                        .isPresent()) {
            return Optional.empty();
        }
        try {
            return proxy.map(ProxyAddress::parse);
        } catch (IllegalArgumentException bad) {
            throw new IllegalArgumentException(name + ": " + bad.getMessage(), bad);
        }
    }

    /** The proxy that the system properties of the Java runtime name for an address, at the moment. */
    static Optional<ProxyAddress> ofRuntime(Origin origin) {
        return Optional.ofNullable(ProxySelector.getDefault()).stream()
                .flatMap(selector -> selector.select(URI.create(origin.toString())).stream())
                .filter(proxy -> proxy.type() == Proxy.Type.HTTP)
                .map(proxy -> (InetSocketAddress) proxy.address())
                .map(address -> new ProxyAddress(address.getHostString(), address.getPort(), Optional.empty()))
                .findFirst();
    }

    private static Optional<String> variable(Map<String, String> environment, String name) {
        return Optional.ofNullable(environment.get(name))
                .or(() -> Optional.ofNullable(environment.get(name.toLowerCase(Locale.ROOT))))
                .map(String::strip)
                .filter(value -> !value.isEmpty());
    }

    private static boolean lists(String list, Origin origin) {
        String host = origin.host().toLowerCase(Locale.ROOT);
        return Arrays.stream(list.toLowerCase(Locale.ROOT).split("[,\\s]+"))
                .map(entry -> entry.replaceFirst("^\\*?\\.", ""))
                .anyMatch(entry -> entry.equals("*")
                        || host.equals(entry)
                        || (host + ":" + origin.port()).equals(entry)
                        || (!entry.isEmpty() && host.endsWith("." + entry)));
    }
}
