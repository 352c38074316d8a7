package dev.guildhall.ports;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;

/**
 * A network, or a single IP address.
 *
 * @param network an address of it; only its first {@code bits} bits count
 * @param bits the length of the network's prefix in bits: 0 to 32 for IPv4, 0 to 128 for IPv6; the largest one for a
 *     single address
 */
public record AddressRange(InetAddress network, int bits) {
    private static final int IPV4_BYTES = 4;
    private static final int IPV6_BYTES = 16;
    private static final int MAX_NUMBER = 255;

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
            int bits = slash < 0 ? bitsOf(network) : number(text.substring(slash + 1), 10, 3);
            return bits < 0 || bits > bitsOf(network) ? Optional.empty() : Optional.of(new AddressRange(network, bits));
        });
    }

    /**
     * An IP address in its usual form; never asks a name server. An IPv4 address has four decimal numbers without
     * leading zeros, which some programs read as octal. An IPv6 address may have brackets, and a zone, which is ignored.
     * Empty for other texts. An IPv6 address that contains an IPv4 address ({@code ::ffff:10.0.0.1}) is that IPv4
     * address.
     */
    public static Optional<InetAddress> literal(String text) {
        byte[] bytes = new byte[text.indexOf(':') < 0 ? IPV4_BYTES : IPV6_BYTES];
        boolean isAddress = bytes.length == IPV4_BYTES ? readIpv4(text, bytes, 0) : readIpv6(bare(text), bytes);
        return isAddress ? Optional.of(address(bytes)) : Optional.empty();
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

    private static InetAddress address(byte[] bytes) {
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException("4 or 16 bytes are an address", impossible);
        }
    }

    private static String bare(String text) {
        String inside = text.startsWith("[") && text.endsWith("]") ? text.substring(1, text.length() - 1) : text;
        int zone = inside.indexOf('%');
        return zone < 0 ? inside : inside.substring(0, zone);
    }

    private static boolean readIpv4(String text, byte[] into, int from) {
        String[] numbers = text.split("\\.", IPV4_BYTES + 1);
        if (numbers.length != IPV4_BYTES || into.length - from < IPV4_BYTES) {
            return false;
        }
        for (int i = 0; i < IPV4_BYTES; i++) {
            int number = number(numbers[i], 10, 3);
            boolean isOctal = numbers[i].length() > 1 && numbers[i].charAt(0) == '0';
            if (number < 0 || number > MAX_NUMBER || isOctal) {
                return false;
            }
            into[from + i] = (byte) number;
        }
        return true;
    }

    /** {@code ::} stands for at least one group of zeros, once. */
    private static boolean readIpv6(String text, byte[] into) {
        int gap = text.indexOf("::");
        if (gap < 0) {
            return readGroups(text, into) == IPV6_BYTES;
        }
        byte[] last = new byte[IPV6_BYTES];
        int before = readGroups(text.substring(0, gap), into);
        int after = readGroups(text.substring(gap + 2), last);
        boolean endsInIpv4 = text.lastIndexOf('.', gap) >= 0;
        if (before < 0 || after < 0 || before + after > IPV6_BYTES - 2 || endsInIpv4) {
            return false;
        }
        System.arraycopy(last, 0, into, IPV6_BYTES - after, after);
        return true;
    }

    /** Groups of four hexadecimal digits, of which an IPv4 address may be the last two. Returns how many bytes; -1 for other texts. */
    private static int readGroups(String text, byte[] into) {
        String[] groups = text.isEmpty() ? new String[0] : text.split(":", IPV6_BYTES / 2 + 1);
        int at = 0;
        for (int i = 0; i < groups.length; i++) {
            if (i == groups.length - 1 && groups[i].indexOf('.') >= 0) {
                return readIpv4(groups[i], into, at) ? at + IPV4_BYTES : -1;
            }
            int group = number(groups[i], 16, 4);
            if (group < 0 || at == into.length) {
                return -1;
            }
            into[at++] = (byte) (group >> Byte.SIZE);
            into[at++] = (byte) group;
        }
        return at;
    }

    /** The number; -1 when the text has other characters than ASCII digits, none, or too many. */
    private static int number(String digits, int radix, int most) {
        if (digits.isEmpty() || digits.length() > most) {
            return -1;
        }
        int number = 0;
        for (int i = 0; i < digits.length(); i++) {
            int digit = digits.charAt(i) < 0x80 ? Character.digit(digits.charAt(i), radix) : -1;
            if (digit < 0) {
                return -1;
            }
            number = number * radix + digit;
        }
        return number;
    }
}
