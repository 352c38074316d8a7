package dev.guildhall.integrations.httptool;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * Percent-encodes every character except the unreserved ones (RFC 3986, 2.3), so that a value never ends its part of
 * the address.
 */
final class PercentEncoding {
    private PercentEncoding() {}

    static String of(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("*", "%2A")
                .replace("%7E", "~");
    }
}
