package dev.guildhall.ports;

import java.net.InetAddress;
import java.net.UnknownHostException;
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
}
