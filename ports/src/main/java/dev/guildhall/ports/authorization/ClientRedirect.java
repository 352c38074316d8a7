package dev.guildhall.ports.authorization;

import dev.guildhall.ports.oauth.RedirectUri;
import dev.guildhall.ports.problem.AccountProblem;
import dev.guildhall.ports.problem.Refusal;
import java.net.URI;
import java.util.Locale;
import java.util.Set;

/**
 * An address to which a client's user may be sent back: https, or http on the user's own machine (MCP authorization,
 * communication security).
 *
 * @param value as {@link RedirectUri}, in visible ASCII characters; its scheme is https, or its host is
 *     {@code localhost}, {@code 127.0.0.1} or {@code [::1]}
 */
public record ClientRedirect(String value) {
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    /**
     * Checks the address.
     *
     * @throws Refusal with {@code AccountProblem.ClientRefused}
     */
    public ClientRedirect {
        try {
            URI uri = new RedirectUri(value).uri();
            if (!value.chars().allMatch(c -> c > ' ' && c < 0x7f) || !(isHttps(uri) || isLoopback(uri))) {
                throw malformed();
            }
        } catch (Refusal malformed) {
            throw malformed();
        }
    }

    /** The address, parsed. */
    public URI uri() {
        return URI.create(value);
    }

    /**
     * Whether a request may name that address: the same text. On the user's own machine the port may differ, since an
     * application there takes one that is free (RFC 8252, 7.3).
     */
    public boolean covers(ClientRedirect requested) {
        return value.equals(requested.value())
                || (isLoopback(uri())
                        && isLoopback(requested.uri())
                        && withoutPort(uri()).equals(withoutPort(requested.uri())));
    }

    private static boolean isHttps(URI uri) {
        return uri.getScheme().equalsIgnoreCase("https");
    }

    private static boolean isLoopback(URI uri) {
        return uri.getScheme().equalsIgnoreCase("http")
                && LOOPBACK.contains(uri.getHost().toLowerCase(Locale.ROOT));
    }

    private static String withoutPort(URI uri) {
        return uri.getHost() + uri.getRawPath() + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery());
    }

    private static Refusal malformed() {
        return new Refusal(new AccountProblem.ClientRefused(
                AccountProblem.ClientRefused.Reason.INVALID_REDIRECT_URI,
                "redirect_uri: must be an absolute address with https, or with http and the host localhost, 127.0.0.1"
                        + " or [::1], without a user and a fragment"));
    }
}
