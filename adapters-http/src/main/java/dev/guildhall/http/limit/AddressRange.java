package dev.guildhall.http.limit;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;

/**
 * A network, or a single address.
 *
 * @param network the first address
 * @param bits the length of the network's prefix in bits
 */
public record AddressRange(InetAddress network, int bits) {
    private static final int IPV4_PARTS = 4;

    /** Parses {@code 10.0.0.0/8} or {@code 192.168.1.1}; never asks a name server. Empty when the text is neither. */
    public static Optional<AddressRange> parse(String text) {
        int slash = text.indexOf('/');
        Optional<InetAddress> address = literal(slash < 0 ? text : text.substring(0, slash));
        return address.flatMap(first -> {
            int most = first.getAddress().length * Byte.SIZE;
            int bits = slash < 0 ? most : number(text.substring(slash + 1));
            return bits < 0 || bits > most ? Optional.empty() : Optional.of(new AddressRange(first, bits));
        });
    }

    /** An IP address in numeric form, an IPv4 address with all four numbers; empty for any other text. */
    public static Optional<InetAddress> literal(String text) {
        if (text.indexOf(':') < 0 && text.split("\\.", -1).length != IPV4_PARTS) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.ofLiteral(text));
        } catch (IllegalArgumentException aName) {
            return Optional.empty();
        }
    }

    static String text(byte[] address) {
        try {
            return InetAddress.getByAddress(address).getHostAddress();
        } catch (UnknownHostException impossible) {
            throw new IllegalArgumentException("not the length of an address", impossible);
        }
    }

    boolean contains(String address) {
        return literal(address).filter(this::contains).isPresent();
    }

    private boolean contains(InetAddress address) {
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

    private static int number(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException notOne) {
            return -1;
        }
    }
}
