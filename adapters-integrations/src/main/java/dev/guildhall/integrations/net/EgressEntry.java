package dev.guildhall.integrations.net;

import dev.guildhall.ports.AddressRange;
import java.net.InetAddress;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An internal address that tools may reach; at all ports when the port is absent. */
record EgressEntry(Target target, Optional<Integer> port) {
    sealed interface Target {}

    /** Every address that a name resolves to; the name is in lower case, without a dot at its end. */
    record Named(String name) implements Target {}

    /** Every address of a network, or a single address. */
    record Within(AddressRange network) implements Target {}

    private static final int MAX_PORT = 65_535;
    private static final Pattern BRACKETS = Pattern.compile("\\[([^\\]]+)](?::(\\d{1,5}))?");
    private static final Pattern WITH_PORT = Pattern.compile("([^:/]+):(\\d{1,5})");
    private static final String LABEL = "[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?";
    private static final Pattern NUMBER = Pattern.compile("\\d+|0[xX][0-9a-fA-F]*");
    private static final Pattern NAME = Pattern.compile(LABEL + "(\\." + LABEL + ")*\\.?");

    /** Parses an entry; empty when the text is not a valid entry. */
    static Optional<EgressEntry> parse(String text) {
        Matcher brackets = BRACKETS.matcher(text);
        if (brackets.matches()) {
            return brackets.group(1).indexOf(':') < 0
                    ? Optional.empty()
                    : entry(brackets.group(1), Optional.ofNullable(brackets.group(2)));
        }
        Matcher withPort = WITH_PORT.matcher(text);
        return withPort.matches()
                ? entry(withPort.group(1), Optional.of(withPort.group(2)))
                : entry(text, Optional.empty());
    }

    private static Optional<EgressEntry> entry(String target, Optional<String> port) {
        Optional<Integer> number = port.map(Integer::valueOf);
        if (number.filter(value -> value < 1 || value > MAX_PORT).isPresent()) {
            return Optional.empty();
        }
        return target(target).map(found -> new EgressEntry(found, number));
    }

    private static Optional<Target> target(String text) {
        Optional<Target> network =
                text.indexOf('%') < 0 ? AddressRange.parse(text).map(Within::new) : Optional.empty();
        return network.isPresent() || text.indexOf(':') >= 0 || text.indexOf('/') >= 0 ? network : name(text);
    }

    private static Optional<Target> name(String text) {
        String name = text.toLowerCase(Locale.ROOT);
        return name.length() <= 253 && NAME.matcher(name).matches() && !looksLikeANumber(name)
                ? Optional.of(new Named(withoutDot(name)))
                : Optional.empty();
    }

    @Override
    public String toString() {
        return switch (target) {
            case Named(String name) -> name + port.map(number -> ":" + number).orElse("");
            case Within(AddressRange network) ->
                port.map(number -> bracketed(network.toString()) + ":" + number).orElse(network.toString());
        };
    }

    private static String bracketed(String address) {
        return address.indexOf(':') < 0 ? address : "[" + address + "]";
    }

    boolean covers(int asked) {
        return port.isEmpty() || port.get() == asked;
    }

    boolean matches(String name, InetAddress address) {
        return switch (target) {
            case Named(String listed) -> listed.equals(withoutDot(name.toLowerCase(Locale.ROOT)));
            case Within(AddressRange network) -> network.contains(address);
        };
    }

    /**
     * Whether some resolver treats the host as a numeric address: its last part is a decimal, octal or hexadecimal
     * number. No name on the Internet ends in a number.
     */
    static boolean looksLikeANumber(String host) {
        String name = withoutDot(host);
        return NUMBER.matcher(name.substring(name.lastIndexOf('.') + 1)).matches();
    }

    /** The name without a dot at its end, which does not change its meaning. */
    static String withoutDot(String name) {
        return name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
    }
}
