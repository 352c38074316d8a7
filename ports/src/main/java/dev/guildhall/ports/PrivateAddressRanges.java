package dev.guildhall.ports;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;

/**
 * Which addresses are not on the public Internet (the IANA special-purpose registries of IPv4 and IPv6). Of IPv6 only
 * the global unicast block and the translated public addresses are public; all other addresses, including future ones,
 * are not.
 */
public interface PrivateAddressRanges {
    /** The IPv4 networks that are not public. */
    List<AddressRange> IPV4 = networks(
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
    AddressRange GLOBAL = AddressRange.of("2000::/3");

    /** The IPv6 addresses whose last four bytes are the IPv4 address that they stand for. */
    AddressRange NAT64 = AddressRange.of("64:ff9b::/96");

    /** The IPv6 addresses whose third to sixth bytes are the IPv4 address that they stand for. */
    AddressRange SIX_TO_FOUR = AddressRange.of("2002::/16");

    /** The networks in {@link #GLOBAL} that are not public. */
    List<AddressRange> IPV6 = networks("2001::/23", "2001:db8::/32", "3fff::/20");

    /** Whether an address is loopback, private, link-local, reserved or multicast, or embeds such an address. */
    static boolean holds(InetAddress address) {
        if (address instanceof Inet4Address) {
            return within(IPV4, address);
        }
        InetAddress plain = unwrapped(address);
        if (!plain.equals(address)) {
            return holds(plain);
        }
        return !GLOBAL.contains(address) || within(IPV6, address);
    }

    /** The IPv4 address that an IPv6 address stands for; the same address when it stands for none. */
    static InetAddress unwrapped(InetAddress address) {
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
