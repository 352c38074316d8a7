package dev.guildhall.integrations.net;

import dev.guildhall.ports.AddressRange;
import dev.guildhall.wire.http.Egress;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import okhttp3.HttpUrl;

/**
 * The addresses that tools may send requests to: all public ones, and the listed internal ones. Immutable.
 *
 * <p>A listed name allows every address that it resolves to, but only for requests to that name; a listed address or
 * network allows every connection to it, under any name.
 */
public final class EgressRules {
    static final int MAX_ENTRIES = 200;

    /** Allows no internal address. */
    public static final EgressRules OUTSIDE_ONLY = new EgressRules(List.of(), true);

    private final List<EgressEntry> allowed;
    private final boolean redirectsInside;

    private EgressRules(List<EgressEntry> allowed, boolean redirectsInside) {
        this.allowed = List.copyOf(allowed);
        this.redirectsInside = redirectsInside;
    }

    /**
     * Parses {@code wiki.corp, wiki.corp:8443, 10.1.2.3, 10.1.2.3:80, [fd00::1]:80, 10.0.0.0/8, fd00::/8}; no entries
     * for an empty text. The exception's message names the fault.
     */
    public static EgressRules parse(String list) {
        List<String> entries = entries(list);
        fault(list).ifPresent(fault -> {
            throw new IllegalArgumentException(fault);
        });
        List<EgressEntry> allowed = new ArrayList<>();
        entries.forEach(entry -> EgressEntry.parse(entry).ifPresent(allowed::add));
        return new EgressRules(allowed, true);
    }

    /**
     * The same list for requests whose addresses the operator has named: a server cannot redirect them to another
     * internal origin, even to a listed one.
     */
    public EgressRules withoutRedirectsInside() {
        return new EgressRules(allowed, false);
    }

    /** The rules for a request that was redirected to another origin. */
    EgressRules ofRedirects() {
        return redirectsInside ? this : OUTSIDE_ONLY;
    }

    /** The fault of a list; empty when it is valid. */
    static Optional<String> fault(String list) {
        List<String> entries = entries(list);
        if (entries.size() > MAX_ENTRIES) {
            return Optional.of("must have at most " + MAX_ENTRIES + " entries");
        }
        return entries.stream()
                .filter(entry -> EgressEntry.parse(entry).isEmpty())
                .findFirst()
                .map(bad -> bad + " is neither a host, host:port, an address nor a network such as 10.0.0.0/8");
    }

    /** Whether a connection may be made; the name is the host of the request, or the address as text. */
    boolean allow(String name, InetAddress address, int port) {
        return AddressRange.isPublic(address)
                || allowed.stream().anyMatch(entry -> entry.covers(port) && entry.matches(name, address));
    }

    /**
     * Whether an address whose host is given in numbers, or is this machine by its usual name, may be connected to; other
     * names are checked when a connection is made.
     */
    public boolean allowsLiteral(HttpUrl url) {
        String host = EgressEntry.withoutDot(url.host());
        boolean isLocal = host.equals("localhost") || host.endsWith(".localhost");
        Optional<InetAddress> address =
                isLocal ? Optional.of(InetAddress.getLoopbackAddress()) : AddressRange.literal(host);
        return address.filter(found -> !allow(url.host(), found, url.port())).isEmpty();
    }

    /** Whether some port of that address may be connected to; asked before the port is known. */
    private boolean mayAllow(String name, InetAddress address) {
        return AddressRange.isPublic(address) || allowed.stream().anyMatch(entry -> entry.matches(name, address));
    }

    /**
     * These rules for connections to the addresses of that resolver, which looks a name up once. A connection is checked
     * when it is made, whether its address came from a name, was given in numbers or came from a redirect.
     */
    Egress over(NameLookup names) {
        return new Egress() {
            @Override
            public List<InetAddress> addresses(String host) throws UnknownHostException {
                return allowed(host, names.addresses(host));
            }

            @Override
            public void requireAllowed(InetSocketAddress address) throws BlockedAddress {
                if (!allow(address.getHostString(), address.getAddress(), address.getPort())) {
                    throw new BlockedAddress();
                }
            }
        };
    }

    private List<InetAddress> allowed(String host, List<InetAddress> found) throws UnknownHostException {
        if (found.isEmpty()) {
            throw new UnknownHostException("the name has no address");
        }
        List<InetAddress> mayBe = new ArrayList<>();
        for (InetAddress address : found) {
            // The address keeps the name, so that the connection can be checked by the rules for that name.
            InetAddress named = InetAddress.getByAddress(host, address.getAddress());
            if (mayBe.size() < OutboundLimits.ADDRESSES && mayAllow(host, named)) {
                mayBe.add(named);
            }
        }
        if (mayBe.isEmpty()) {
            throw new BlockedAddress();
        }
        return mayBe;
    }

    private static List<String> entries(String list) {
        return Arrays.stream(list.split(","))
                .map(String::strip)
                .filter(entry -> !entry.isEmpty())
                .toList();
    }

    @Override
    public String toString() {
        return "EgressRules" + allowed;
    }
}
