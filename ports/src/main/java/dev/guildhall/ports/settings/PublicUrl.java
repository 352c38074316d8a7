package dev.guildhall.ports.settings;

import dev.guildhall.ports.problem.Refusal;
import java.net.URI;
import java.net.URISyntaxException;

/**
 * The address at which users open the installation.
 *
 * @param value {@code http} or {@code https} with a host, without user, query and fragment, and without a slash at its
 *     end; at most 2,048 characters, of which the host has at most 244: {@code guildhall@} before it is an address of mail
 */
public record PublicUrl(String value) {
    private static final int MAX = 2048;
    private static final int MAX_HOST = 244;

    public PublicUrl {
        value = value.strip().replaceFirst("/+$", "");
        if (value.length() > MAX || !isAddress(value)) {
            throw Refusal.invalid("publicUrl", "must be an http or https address without query and fragment");
        }
    }

    private static boolean isAddress(String value) {
        try {
            URI uri = new URI(value);
            boolean isHttp = "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
            return isHttp
                    && uri.getHost() != null
                    && uri.getHost().length() <= MAX_HOST
                    && uri.getRawUserInfo() == null
                    && uri.getRawQuery() == null
                    && uri.getRawFragment() == null;
        } catch (URISyntaxException malformed) {
            return false;
        }
    }

    /** The name of the host. */
    public String host() {
        return URI.create(value).getHost();
    }
}
