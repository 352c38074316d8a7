package dev.guildhall.http.limit;

import dev.guildhall.ports.AddressRange;
import io.javalin.http.Context;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * The address of a request's client. {@code X-Forwarded-For} counts only when a configured proxy sent it; then the
 * address is the last one in it that is not such a proxy's. Immutable.
 */
public final class ClientAddress {
    private static final int MOST_HOPS = 20;
    private static final int IPV6_NETWORK_BYTES = 8;

    private final List<AddressRange> proxies;

    public ClientAddress(List<AddressRange> proxies) {
        this.proxies = List.copyOf(proxies);
    }

    /** The address as text; for IPv6 the network, since one client can use every address of its network. */
    public String of(Context ctx) {
        return of(ctx.req().getRemoteAddr(), Collections.list(ctx.req().getHeaders("X-Forwarded-For")));
    }

    /**
     * The address as text.
     *
     * @param forwarded the headers in their order: a proxy may extend the header that a client sent, or add one after
     *     it
     */
    public String of(String direct, List<String> forwarded) {
        if (!isProxy(direct)) {
            return shown(direct);
        }
        List<String> hops = Arrays.stream(String.join(",", forwarded).split(",", -1))
                .map(hop -> withoutPort(hop.strip()))
                .toList();
        for (int i = hops.size() - 1; i >= Math.max(0, hops.size() - MOST_HOPS); i--) {
            if (!isProxy(hops.get(i))) {
                return AddressRange.literal(hops.get(i)).isPresent() ? shown(hops.get(i)) : shown(direct);
            }
        }
        return shown(direct);
    }

    /** Some proxies write {@code 198.51.100.1:4711} and {@code [2001:db8::1]:4711}. */
    private static String withoutPort(String hop) {
        if (hop.startsWith("[") && hop.indexOf(']') > 0) {
            return hop.substring(1, hop.indexOf(']'));
        }
        int colon = hop.indexOf(':');
        return colon >= 0 && colon == hop.lastIndexOf(':') ? hop.substring(0, colon) : hop;
    }

    /** The address at the other end of a connection, in the same form, whatever its requests' headers say. */
    public String ofConnection(String direct) {
        return shown(direct);
    }

    public boolean isProxy(String address) {
        return AddressRange.literal(address)
                .filter(literal -> proxies.stream().anyMatch(range -> range.contains(literal)))
                .isPresent();
    }

    private static String shown(String address) {
        Optional<InetAddress> parsed = AddressRange.literal(address);
        if (parsed.isPresent() && parsed.get() instanceof Inet6Address six) {
            byte[] network = Arrays.copyOf(Arrays.copyOf(six.getAddress(), IPV6_NETWORK_BYTES), 16);
            return text(network) + "/64";
        }
        return parsed.map(InetAddress::getHostAddress).orElse(address);
    }

    private static String text(byte[] address) {
        try {
            return InetAddress.getByAddress(address).getHostAddress();
        } catch (UnknownHostException impossible) {
            throw new IllegalArgumentException("not the length of an address", impossible);
        }
    }
}
