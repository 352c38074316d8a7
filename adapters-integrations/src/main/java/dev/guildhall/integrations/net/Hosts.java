package dev.guildhall.integrations.net;

import java.util.regex.Pattern;

/** How hosts are written. */
final class Hosts {
    private static final Pattern NUMBER = Pattern.compile("\\d+|0[xX][0-9a-fA-F]*");

    private Hosts() {}

    /**
     * Whether some resolver takes the host for an address in figures: its last part is a number, decimal, octal or
     * hexadecimal. No name of the Internet ends in one.
     */
    static boolean looksLikeANumber(String host) {
        String name = withoutDot(host);
        return NUMBER.matcher(name.substring(name.lastIndexOf('.') + 1)).matches();
    }

    /** The same name is written with a dot at its end and without. */
    static String withoutDot(String name) {
        return name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
    }
}
