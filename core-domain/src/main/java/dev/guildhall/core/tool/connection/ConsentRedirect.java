package dev.guildhall.core.tool.connection;

import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.oauth.RedirectUri;
import java.net.URI;
import java.util.Optional;

/** The address of the browser after a consent: the requested one, with the result. Immutable. */
record ConsentRedirect(RedirectUri redirectUri, IntegrationName integration) {
    /** The error when the provider's own error code is malformed. */
    static final String EXCHANGE_FAILED = "exchange_failed";

    /** The error when another attempt may succeed. */
    static final String TEMPORARILY_UNAVAILABLE = "temporarily_unavailable";

    private static final int MAX_ERROR = 64;

    URI connected() {
        return with("status=connected");
    }

    /** The error may come from outside: characters that an error code may not have (RFC 6749, 4.1.2.1) are left out. */
    URI failed(String error) {
        String clean = error.replaceAll("[^A-Za-z0-9_.-]", "");
        String shown = clean.substring(0, Math.min(clean.length(), MAX_ERROR));
        return with("error=" + (shown.isEmpty() ? EXCHANGE_FAILED : shown));
    }

    /** The name of an integration has no characters that need encoding. */
    private URI with(String outcome) {
        String address = redirectUri.value();
        boolean bare = Optional.ofNullable(redirectUri.uri().getRawQuery()).isEmpty();
        String separator = bare ? "?" : address.endsWith("?") || address.endsWith("&") ? "" : "&";
        return URI.create(address + separator + "integration=" + integration + "&" + outcome);
    }
}
