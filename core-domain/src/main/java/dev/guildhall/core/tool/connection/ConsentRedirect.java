package dev.guildhall.core.tool.connection;

import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.oauth.RedirectUri;
import java.net.URI;
import java.util.Optional;

/** Where a browser goes on to after a consent: the address that was asked for, with what became of it. Immutable. */
final class ConsentRedirect {
    /** What is said when the provider's own word is no word. */
    static final String EXCHANGE_FAILED = "exchange_failed";

    /** What is said when another try may do. */
    static final String TEMPORARILY_UNAVAILABLE = "temporarily_unavailable";

    private static final int MAX_ERROR = 64;

    private final RedirectUri redirectUri;
    private final IntegrationName integration;

    ConsentRedirect(RedirectUri redirectUri, IntegrationName integration) {
        this.redirectUri = redirectUri;
        this.integration = integration;
    }

    URI connected() {
        return with("status=connected");
    }

    /** The error may come from outside: what cannot stand in an error code (RFC 6749, 4.1.2.1) is left out. */
    URI failed(String error) {
        String clean = error.replaceAll("[^A-Za-z0-9_.-]", "");
        String shown = clean.substring(0, Math.min(clean.length(), MAX_ERROR));
        return with("error=" + (shown.isEmpty() ? EXCHANGE_FAILED : shown));
    }

    /** A name of an integration has no character that would have to be encoded. */
    private URI with(String outcome) {
        String address = redirectUri.value();
        boolean bare = Optional.ofNullable(redirectUri.uri().getRawQuery()).isEmpty();
        String separator = bare ? "?" : address.endsWith("?") || address.endsWith("&") ? "" : "&";
        return URI.create(address + separator + "integration=" + integration + "&" + outcome);
    }
}
