package dev.guildhall.integrations.net;

import java.net.InetAddress;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A network, or a single address. Immutable.
 *
 * @param first an address of it
 * @param bits the length of the network's prefix in bits
 */
record Network(InetAddress first, int bits) {
    private static final Pattern IPV4 = Pattern.compile("(0|[1-9]\\d{0,2})(\\.(0|[1-9]\\d{0,2})){3}");

    /** Parses a text that is known to be valid. */
    static Network of(String text) {
        return parse(text).orElseThrow(() -> new IllegalArgumentException("not a network: " + text));
    }

    /**
     * Parses {@code 10.0.0.0/8}, {@code 192.168.1.1} or {@code fd00::/8}; never asks a name server. Empty for other
     * texts.
     */
    static Optional<Network> parse(String text) {
        int slash = text.indexOf('/');
        return literal(slash < 0 ? text : text.substring(0, slash)).flatMap(first -> {
            int most = first.getAddress().length * Byte.SIZE;
            int bits = slash < 0 ? most : number(text.substring(slash + 1));
            return bits < 0 || bits > most ? Optional.empty() : Optional.of(new Network(first, bits));
        });
    }

    /** An address in its usual form, four decimal numbers or IPv6 without a zone; empty for other texts. */
    static Optional<InetAddress> literal(String text) {
        boolean candidate = text.indexOf(':') < 0 ? IPV4.matcher(text).matches() : text.indexOf('%') < 0;
        if (!candidate) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.ofLiteral(text));
        } catch (IllegalArgumentException aName) {
            return Optional.empty();
        }
    }

    boolean contains(InetAddress address) {
        byte[] ours = first.getAddress();
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

    /** The address as it is written before a port. */
    String bracketed() {
        String text = toString();
        return text.indexOf(':') < 0 ? text : "[" + text + "]";
    }

    @Override
    public String toString() {
        String address = first.getHostAddress();
        return bits == first.getAddress().length * Byte.SIZE ? address : address + "/" + bits;
    }

    private static int number(String text) {
        try {
            return text.length() <= 3 ? Integer.parseUnsignedInt(text) : -1;
        } catch (NumberFormatException notOne) {
            return -1;
        }
    }
}
