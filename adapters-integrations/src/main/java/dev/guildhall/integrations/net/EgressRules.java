package dev.guildhall.integrations.net;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Where requests of tools may go: everywhere outside, and to those inside that are listed. Immutable.
 *
 * <p>A listed name allows whatever it resolves to, for requests to that name alone; a listed address or network allows
 * every connection to it, under whatever name.
 */
public final class EgressRules {
    /** The most entries of a list. */
    static final int MAX_ENTRIES = 200;

    /** Nothing inside. */
    public static final EgressRules OUTSIDE_ONLY = new EgressRules(List.of(), true);

    private final List<EgressEntry> allowed;
    private final boolean redirectsInside;

    private EgressRules(List<EgressEntry> allowed, boolean redirectsInside) {
        this.allowed = List.copyOf(allowed);
        this.redirectsInside = redirectsInside;
    }

    /**
     * Reads {@code wiki.corp, wiki.corp:8443, 10.1.2.3, 10.1.2.3:80, [fd00::1]:80, 10.0.0.0/8, fd00::/8}; nothing for an
     * empty text.
     *
     * @throws IllegalArgumentException when it cannot be read; the message says what is wrong
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
     * The same list for requests whose addresses the operator has named: a server cannot redirect them to another origin
     * inside, even to one that is listed.
     */
    public EgressRules withoutRedirectsInside() {
        return new EgressRules(allowed, false);
    }

    /** The rules for a request that a redirect sends to another origin. */
    EgressRules ofRedirects() {
        return redirectsInside ? this : OUTSIDE_ONLY;
    }

    /** What is wrong with a list; empty when nothing is. */
    public static Optional<String> fault(String list) {
        List<String> entries = entries(list);
        if (entries.size() > MAX_ENTRIES) {
            return Optional.of("must have at most " + MAX_ENTRIES + " entries");
        }
        return entries.stream()
                .filter(entry -> EgressEntry.parse(entry).isEmpty())
                .findFirst()
                .map(bad -> bad + " is neither a host, host:port, an address nor a network such as 10.0.0.0/8");
    }

    /**
     * Whether a connection may be made.
     *
     * @param name the host of the request; the address as text when it has no name
     */
    boolean allow(String name, InetAddress address, int port) {
        return !PrivateAddresses.holds(address)
                || allowed.stream().anyMatch(entry -> entry.covers(port) && entry.matches(name, address));
    }

    /** Whether some port of that address may be connected to; asked before the port is known. */
    boolean mayAllow(String name, InetAddress address) {
        return !PrivateAddresses.holds(address) || allowed.stream().anyMatch(entry -> entry.matches(name, address));
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
