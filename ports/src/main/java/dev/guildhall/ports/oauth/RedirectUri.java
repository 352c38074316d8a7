package dev.guildhall.ports.oauth;

import dev.guildhall.ports.problem.Refusal;
import java.net.URI;
import java.net.URISyntaxException;

/**
 * The address where a provider sends the browser back to. The text is kept as it was written, since providers compare
 * it character by character.
 *
 * @param value an absolute http(s) address with a host, without a user and without a fragment, at most 2000 characters
 */
public record RedirectUri(String value) {
    private static final int MAX = 2000;

    public RedirectUri {
        if (value.length() > MAX) {
            throw Refusal.invalid("redirectUri", "must have at most " + MAX + " characters");
        }
        URI parsed = parse(value);
        boolean web = "http".equalsIgnoreCase(parsed.getScheme()) || "https".equalsIgnoreCase(parsed.getScheme());
        if (!web || parsed.getHost() == null || parsed.getRawUserInfo() != null || parsed.getRawFragment() != null) {
            throw malformed();
        }
    }

    /** The address, parsed. */
    public URI uri() {
        return URI.create(value);
    }

    private static URI parse(String value) {
        try {
            return new URI(value);
        } catch (URISyntaxException noAddress) {
            throw malformed();
        }
    }

    private static Refusal malformed() {
        return Refusal.invalid("redirectUri", "must be an absolute http(s) address without a user and a fragment");
    }
}
