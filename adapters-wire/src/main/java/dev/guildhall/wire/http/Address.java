package dev.guildhall.wire.http;

import java.net.IDN;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The URL of a request. Immutable.
 *
 * @param origin where the request is sent
 * @param target path and query, encoded
 */
public record Address(Origin origin, String target) {
    /** Names with underscores are not names of the Internet, but of services in a cluster. */
    private static final Pattern URL = Pattern.compile("(?i)(https?)://"
            + "(?:\\[(?<literal>[0-9a-f:.]{2,45})]|(?<name>[^\\s\\[\\]/?#:@\\\\%]{1,253}))"
            + "(?::(?<port>\\d{1,5}))?(?<path>/[^?#\\\\]*)?");

    private static final Pattern NAME = Pattern.compile("[a-z0-9_-][a-z0-9._-]*");

    /** Parses an http or https URL without a query; empty when the text is not one. */
    public static Optional<Address> parse(String url) {
        Matcher matcher = URL.matcher(url.strip());
        if (!matcher.matches()) {
            return Optional.empty();
        }
        boolean secure = "https".equalsIgnoreCase(matcher.group(1));
        Optional<String> host = Optional.ofNullable(matcher.group("literal")).or(() -> name(matcher.group("name")));
        int port = Optional.ofNullable(matcher.group("port"))
                .map(Integer::parseInt)
                .orElse(secure ? Origin.HTTPS_PORT : Origin.HTTP_PORT);
        String path = Optional.ofNullable(matcher.group("path")).orElse("/");
        return host.filter(_ -> port > 0 && port < 1 << Character.SIZE)
                .map(it -> new Address(new Origin(secure, it.toLowerCase(Locale.ROOT), port), encoded(path)));
    }

    private static Optional<String> name(String written) {
        try {
            return Optional.of(IDN.toASCII(written).toLowerCase(Locale.ROOT))
                    .filter(name -> NAME.matcher(name).matches());
        } catch (IllegalArgumentException invalid) {
            return Optional.empty();
        }
    }

    /** Encodes the characters that a path may not contain; encoded ones stay. */
    private static String encoded(String path) {
        StringBuilder encoded = new StringBuilder();
        for (byte one : path.getBytes(StandardCharsets.UTF_8)) {
            if (one > ' ' && one < 0x7f && "\"<>^`{|}".indexOf(one) < 0) {
                encoded.append((char) one);
            } else {
                encoded.append('%').append(String.format(Locale.ROOT, "%02X", one));
            }
        }
        return encoded.toString();
    }

    public Address below(String path) {
        return new Address(origin, target + (target.endsWith("/") ? "" : "/") + path);
    }

    public Address with(String parameter, String value) {
        String joint = target.indexOf('?') < 0 ? "?" : "&";
        return new Address(origin, target + joint + parameter + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8));
    }

    @Override
    public String toString() {
        return origin + target;
    }
}
