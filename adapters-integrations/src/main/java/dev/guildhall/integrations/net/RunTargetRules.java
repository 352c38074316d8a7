package dev.guildhall.integrations.net;

import dev.guildhall.ports.AddressRange;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The addresses that the browsers of test runs may connect to (runs-8): all public ones, and of the internal ones
 * those that the operator lists, or all. Link-local addresses, and addresses where clouds serve data about the machine,
 * are never allowed.
 */
public final class RunTargetRules {
    private static final String ALL = "*";

    private static final List<AddressRange> NEVER = Stream.of(
                    "169.254.0.0/16",
                    "fe80::/10",
                    "168.63.129.16",
                    "100.100.100.200",
                    "192.0.0.192",
                    "fd00:ec2::254",
                    "fd20:ce::254")
            .map(AddressRange::of)
            .toList();

    private final boolean isAll;
    private final EgressRules listed;
    private final NameLookup names;

    RunTargetRules(boolean isAll, EgressRules listed, NameLookup names) {
        this.isAll = isAll;
        this.listed = listed;
        this.names = names;
    }

    /** Allows public addresses alone. */
    public static RunTargetRules outsideOnly() {
        return parse("");
    }

    /**
     * Parses a list as {@link EgressRules#parse} does; an asterisk in it allows all internal addresses. The exception's
     * message names the fault.
     */
    public static RunTargetRules parse(String list) {
        return parse(list, new SystemNames());
    }

    static RunTargetRules parse(String list, NameLookup names) {
        List<String> entries = Arrays.stream(list.split(",")).map(String::strip).toList();
        String others = entries.stream().filter(entry -> !entry.equals(ALL)).collect(Collectors.joining(","));
        return new RunTargetRules(entries.contains(ALL), EgressRules.parse(others), names);
    }

    /**
     * The addresses of a host that may be connected to, best first; empty when none of them may. Blocks.
     *
     * @param host a name, or an address as text
     * @throws UnknownHostException when the host has no address
     */
    public List<InetAddress> reachable(String host, int port) throws UnknownHostException {
        return addresses(host).stream()
                .filter(address -> allow(host, address, port))
                .toList();
    }

    private boolean allow(String host, InetAddress address, int port) {
        InetAddress plain = AddressRange.unwrapped(address);
        return NEVER.stream().noneMatch(network -> network.contains(plain))
                && (isAll || listed.allow(host, address, port));
    }

    private List<InetAddress> addresses(String host) throws UnknownHostException {
        String name = EgressEntry.withoutDot(host.toLowerCase(Locale.ROOT));
        Optional<InetAddress> literal = AddressRange.literal(name).or(() -> ofNumbers(name));
        if (literal.isPresent()) {
            return List.of(literal.get());
        }
        // Browsers know these names (RFC 6761), and not every resolver does.
        return name.equals("localhost") || name.endsWith(".localhost")
                ? List.of(InetAddress.ofLiteral("127.0.0.1"), InetAddress.ofLiteral("::1"))
                : names.addresses(host);
    }

    /** Browsers read hexadecimal, octal and fewer than four numbers as an IPv4 address (WHATWG URL). */
    private static Optional<InetAddress> ofNumbers(String host) {
        try {
            return Optional.of(Inet4Address.ofPosixLiteral(host));
        } catch (IllegalArgumentException isName) {
            return Optional.empty();
        }
    }

    @Override
    public String toString() {
        return "RunTargetRules[" + (isAll ? ALL : listed) + "]";
    }
}
