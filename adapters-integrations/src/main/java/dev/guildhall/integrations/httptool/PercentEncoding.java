package dev.guildhall.integrations.httptool;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Percent-encodes every character except the unreserved ones (RFC 3986, 2.3), so that a value never ends its part of
 * the address.
 */
final class PercentEncoding {
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private PercentEncoding() {}

    static String of(String text) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            if (isUnreserved(b)) {
                out.append((char) b);
            } else {
                HEX.toHexDigits(out.append('%'), b);
            }
        }
        return out.toString();
    }

    private static boolean isUnreserved(byte b) {
        return (b >= 'a' && b <= 'z')
                || (b >= 'A' && b <= 'Z')
                || (b >= '0' && b <= '9')
                || b == '-'
                || b == '.'
                || b == '_'
                || b == '~';
    }
}
