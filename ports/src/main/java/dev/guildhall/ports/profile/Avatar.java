package dev.guildhall.ports.profile;

import dev.guildhall.ports.Text;
import dev.guildhall.ports.problem.Refusal;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Set;

/**
 * The address of the picture of a profile. This server does not fetch it; clients do, so it contains no user and
 * password.
 *
 * @param value an absolute http(s) address in ASCII, 1 to 2048 characters, trimmed, without user information; other
 *     characters are percent-encoded
 */
public record Avatar(String value) {
    /** The most characters of an address. */
    public static final int MAX = 2048;

    private static final Set<String> SCHEMES = Set.of("http", "https");
    private static final int MAX_PORT = 65_535;

    public Avatar {
        value = Text.requireLine("avatar", value, 1, MAX);
        URI address = parse(value);
        if (!SCHEMES.contains(String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT))
                || address.getHost() == null
                || address.getPort() > MAX_PORT) {
            throw Refusal.invalid("avatar", "must be an absolute http or https address");
        }
        if (address.getRawUserInfo() != null) {
            throw Refusal.invalid("avatar", "must not contain a user or a password");
        }
    }

    private static URI parse(String text) {
        try {
            if (text.chars().allMatch(c -> c < 0x7f)) {
                return new URI(text);
            }
        } catch (URISyntaxException malformed) {
            throw Refusal.invalid("avatar", "must be an absolute http or https address");
        }
        throw Refusal.invalid("avatar", "must be in ASCII, other characters percent-encoded");
    }
}
