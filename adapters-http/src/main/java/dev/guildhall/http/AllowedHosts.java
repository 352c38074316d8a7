package dev.guildhall.http;

import dev.guildhall.ports.AddressRange;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;

/**
 * The host names that a node accepts requests for, whatever the port. In a DNS rebinding attack the request names the
 * attacker's host, so the node refuses it (general-29).
 */
public final class AllowedHosts {
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", plain("::1"));

    private final Set<String> names;
    private final Optional<String> links;
    private final Supplier<Optional<String>> set;

    public AllowedHosts(Collection<String> names) {
        this(names, Optional.empty());
    }

    /**
     * The same with a host name for signed links. Browsers treat content of that host as another origin, and the node
     * serves only {@linkplain Access#LINK links} there.
     */
    public AllowedHosts(Collection<String> names, Optional<String> links) {
        this(names, links, Optional::empty);
    }

    /**
     * The same with a host name that may change.
     *
     * @param set asked for each request that names none of the others
     */
    public AllowedHosts(Collection<String> names, Optional<String> links, Supplier<Optional<String>> set) {
        this.set = set;
        this.names = names.stream().map(AllowedHosts::plain).collect(Collectors.toUnmodifiableSet());
        this.links = links.map(AllowedHosts::plain);
    }

    /** Whether the request names the host that serves only links. */
    boolean isForLinks(Request request) {
        String host = request.getHttpURI().getHost();
        return host != null && links.isPresent() && links.get().equals(plain(host));
    }

    /**
     * Whether the request names one of the hosts. A client of HTTP/1.0 need not name a host.
     *
     * @param listening the listener's configured host; a wildcard stands for all addresses of the machine
     */
    boolean contain(Request request, String listening) {
        String host = request.getHttpURI().getHost();
        if (host == null) {
            return !request.getHeaders().contains(HttpHeader.HOST);
        }
        if (LOOPBACK.contains(host) || names.contains(host)) {
            return true;
        }
        String name = plain(host);
        return LOOPBACK.contains(name)
                || names.contains(name)
                || name.equals(plain(listening))
                || AddressRange.literal(name)
                        .filter(address -> isOwn(address, request, listening))
                        .isPresent()
                || set.get().map(AllowedHosts::plain).filter(name::equals).isPresent();
    }

    private static boolean isOwn(InetAddress address, Request request, String listening) {
        return AddressRange.literal(Request.getLocalAddr(request)).equals(Optional.of(address))
                || (isWildcard(listening) && isOfThisMachine(address));
    }

    private static boolean isWildcard(String listening) {
        return AddressRange.literal(listening)
                .filter(InetAddress::isAnyLocalAddress)
                .isPresent();
    }

    private static boolean isOfThisMachine(InetAddress address) {
        try {
            return NetworkInterface.getByInetAddress(address) != null;
        } catch (SocketException unknown) {
            return false;
        }
    }

    private static String plain(String host) {
        String name = host.toLowerCase(Locale.ROOT);
        String bare = name.startsWith("[") && name.endsWith("]") ? name.substring(1, name.length() - 1) : name;
        return AddressRange.literal(bare)
                .map(InetAddress::getHostAddress)
                .orElseGet(() -> bare.endsWith(".") ? bare.substring(0, bare.length() - 1) : bare);
    }
}
