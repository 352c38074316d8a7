package dev.guildhall.http;

import dev.guildhall.http.limit.AddressRange;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;

/**
 * The hosts that a node answers for, whatever the port: a page whose own name was made to lead here (DNS rebinding) sends
 * another one (contract 0, browsers). Immutable.
 */
public final class AllowedHosts {
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", plain("::1"));

    private final Set<String> names;
    private final Optional<String> links;

    /** Answers for these names besides {@code localhost} and the listener's own addresses. */
    public AllowedHosts(Collection<String> names) {
        this(names, Optional.empty());
    }

    /**
     * The same with a name for content that is not this server's own: browsers give that an origin of its own there, and
     * nothing but {@linkplain Access#LINK links} is answered for it.
     */
    public AllowedHosts(Collection<String> names, Optional<String> links) {
        this.names = names.stream().map(AllowedHosts::plain).collect(Collectors.toUnmodifiableSet());
        this.links = links.map(AllowedHosts::plain);
    }

    /** Whether a request is for the name that only links are answered for. */
    boolean isForLinks(Request request) {
        String host = request.getHttpURI().getHost();
        return host != null && links.equals(Optional.of(plain(host)));
    }

    /**
     * Whether a request is for one of the hosts. A client of HTTP/1.0 need not name any.
     *
     * @param listening the host that the listener was configured with; a wildcard stands for all addresses of the machine
     */
    boolean contain(Request request, String listening) {
        String host = request.getHttpURI().getHost();
        if (host == null) {
            return !request.getHeaders().contains(HttpHeader.HOST);
        }
        String name = plain(host);
        return LOOPBACK.contains(name)
                || names.contains(name)
                || name.equals(plain(listening))
                || AddressRange.literal(name)
                        .filter(address -> isOwn(address, request, listening))
                        .isPresent();
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

    /** In lower case, without the dot that makes a name absolute; an address in its one form, without brackets. */
    private static String plain(String host) {
        String name = host.toLowerCase(Locale.ROOT);
        String bare = name.startsWith("[") && name.endsWith("]") ? name.substring(1, name.length() - 1) : name;
        return AddressRange.literal(bare)
                .map(InetAddress::getHostAddress)
                .orElseGet(() -> bare.endsWith(".") ? bare.substring(0, bare.length() - 1) : bare);
    }
}
