package dev.guildhall.ports;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A network, or a single IP address.
 *
 * @param network an address of it; only its first {@code bits} bits count
 * @param bits the length of the network's prefix in bits: 0 to 32 for IPv4, 0 to 128 for IPv6; the largest one for a
 *     single address
 */
public record AddressRange(InetAddress network, int bits) {
    private static final String BYTE = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
    private static final Pattern IPV4 = Pattern.compile("(?:" + BYTE + "\\.){3}" + BYTE);
    private static final String GROUPS = "([0-9a-fA-F:]*:(?:[0-9a-fA-F]*|" + IPV4 + "))(?:%.*)?";
    private static final Pattern IPV6 = Pattern.compile("\\[" + GROUPS + "]|" + GROUPS);
    private static final Pattern BITS = Pattern.compile("\\d{1,3}");

    private static final List<AddressRange> NOT_PUBLIC_IPV4 = networks(
            "0.0.0.0/8",
            "10.0.0.0/8",
            "100.64.0.0/10",
            "127.0.0.0/8",
            // Azure serves metadata about the machine at this public address.
            "168.63.129.16",
            "169.254.0.0/16",
            "172.16.0.0/12",
            "192.0.0.0/24",
            "192.0.2.0/24",
            "192.88.99.0/24",
            "192.168.0.0/16",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            "224.0.0.0/4",
            "240.0.0.0/4");

    /** The IPv6 addresses that can be public. */
    private static final AddressRange GLOBAL = AddressRange.of("2000::/3");

    /** The IPv6 addresses whose last four bytes are the IPv4 address that they stand for. */
    private static final AddressRange NAT64 = AddressRange.of("64:ff9b::/96");

    /** The IPv6 addresses whose third to sixth bytes are the IPv4 address that they stand for. */
    private static final AddressRange SIX_TO_FOUR = AddressRange.of("2002::/16");

    /** The networks in {@link #GLOBAL} that are not public. */
    private static final List<AddressRange> NOT_PUBLIC_IPV6 = networks("2001::/23", "2001:db8::/32", "3fff::/20");

    public AddressRange {
        if (bits < 0 || bits > bitsOf(network)) {
            throw new IllegalArgumentException("a prefix has 0 to " + bitsOf(network) + " bits");
        }
    }

    /**
     * Parses a text that is known to be valid.
     *
     * @throws IllegalArgumentException when it is not
     */
    public static AddressRange of(String text) {
        return parse(text).orElseThrow(() -> new IllegalArgumentException("not a network: " + text));
    }

    /**
     * Parses {@code 10.0.0.0/8}, {@code 192.168.1.1} or {@code fd00::/8}; never asks a name server. Empty for other
     * texts.
     */
    public static Optional<AddressRange> parse(String text) {
        int slash = text.indexOf('/');
        return literal(slash < 0 ? text : text.substring(0, slash)).flatMap(network -> {
            String length = slash < 0 ? Integer.toString(bitsOf(network)) : text.substring(slash + 1);
            return BITS.matcher(length).matches() && Integer.parseInt(length) <= bitsOf(network)
                    ? Optional.of(new AddressRange(network, Integer.parseInt(length)))
                    : Optional.empty();
        });
    }

    /**
     * An IP address in its usual form; never asks a name server. An IPv4 address has four decimal numbers without
     * leading zeros, which some programs read as octal. An IPv6 address may have brackets, and a zone, which is ignored.
     * Empty for other texts. An IPv6 address that contains an IPv4 address ({@code ::ffff:10.0.0.1}) is that IPv4
     * address.
     */
    public static Optional<InetAddress> literal(String text) {
        Matcher ipv6 = IPV6.matcher(text);
        if (ipv6.matches()) {
            // In brackets, the JDK reads an address and asks no name server.
            return address("[" + (ipv6.group(1) == null ? ipv6.group(2) : ipv6.group(1)) + "]");
        }
        return IPV4.matcher(text).matches() ? address(text) : Optional.empty();
    }

    /** Whether the address is in the network; an IPv4 address never is in an IPv6 network. */
    public boolean contains(InetAddress address) {
        byte[] ours = network.getAddress();
        byte[] theirs = address.getAddress();
        if (ours.length != theirs.length) {
            return false;
        }
        for (int bit = 0; bit < bits; bit++) {
            int mask = 0x80 >> (bit % Byte.SIZE);
            if (((ours[bit / Byte.SIZE] ^ theirs[bit / Byte.SIZE]) & mask) != 0) {
                return false;
            }
        }
        return true;
    }

    /** The form that {@link #parse} reads, without a prefix for a single address. */
    @Override
    public String toString() {
        String address = network.getHostAddress();
        return bits == bitsOf(network) ? address : address + "/" + bits;
    }

    private static int bitsOf(InetAddress address) {
        return address.getAddress().length * Byte.SIZE;
    }

    private static Optional<InetAddress> address(String literal) {
        try {
            return Optional.of(InetAddress.getByName(literal));
        } catch (UnknownHostException notAnAddress) {
            return Optional.empty();
        }
    }

    /**
     * Whether an address is on the public Internet: it is not loopback, private, link-local, reserved or multicast (the
     * IANA special-purpose registries), and embeds no such address. Of IPv6 only the global unicast block and the
     * translated public addresses are public.
     */
    public static boolean isPublic(InetAddress address) {
        if (address instanceof Inet4Address) {
            return !within(NOT_PUBLIC_IPV4, address);
        }
        InetAddress plain = unwrapped(address);
        if (!plain.equals(address)) {
            return isPublic(plain);
        }
        return GLOBAL.contains(address) && !within(NOT_PUBLIC_IPV6, address);
    }

    /** The IPv4 address that an IPv6 address stands for; the same address when it stands for none. */
    public static InetAddress unwrapped(InetAddress address) {
        if (NAT64.contains(address)) {
            return embedded(address, 12);
        }
        return SIX_TO_FOUR.contains(address) ? embedded(address, 2) : address;
    }

    private static boolean within(List<AddressRange> networks, InetAddress address) {
        return networks.stream().anyMatch(network -> network.contains(address));
    }

    private static InetAddress embedded(InetAddress address, int from) {
        try {
            return InetAddress.getByAddress(Arrays.copyOfRange(address.getAddress(), from, from + 4));
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException("four bytes are an address", impossible);
        }
    }

    private static List<AddressRange> networks(String... texts) {
        return Arrays.stream(texts).map(AddressRange::of).toList();
    }
}
