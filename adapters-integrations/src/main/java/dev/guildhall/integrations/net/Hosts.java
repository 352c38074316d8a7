package dev.guildhall.integrations.net;

import java.util.regex.Pattern;

final class Hosts {
    private static final Pattern NUMBER = Pattern.compile("\\d+|0[xX][0-9a-fA-F]*");

    private Hosts() {}

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
