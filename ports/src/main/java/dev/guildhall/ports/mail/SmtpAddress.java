package dev.guildhall.ports.mail;

import dev.guildhall.ports.problem.Refusal;
import java.net.URI;
import java.net.URISyntaxException;

/**
 * The server that takes mail, with the account to sign in with. A secret: it has a password.
 *
 * @param value {@code smtp://user:password@host:port}, which begins TLS where the server offers it, or {@code smtps://},
 *     which begins with TLS; user and password percent-encoded; the port is 587 or 465 by default; at most 2,048
 *     characters
 */
public record SmtpAddress(String value) {
    private static final int MAX = 2048;

    public SmtpAddress {
        URI uri = parsed(value);
        boolean isSmtp = "smtp".equalsIgnoreCase(uri.getScheme()) || "smtps".equalsIgnoreCase(uri.getScheme());
        boolean isPlain = uri.getRawQuery() == null
                && uri.getRawFragment() == null
                && (uri.getRawPath() == null
                        || uri.getRawPath().isEmpty()
                        || uri.getRawPath().equals("/"));
        if (!isSmtp || uri.getHost() == null || !isPlain || uri.getPort() == 0 || uri.getPort() > 65_535) {
            throw notValid();
        }
    }

    private static URI parsed(String value) {
        if (value.length() > MAX) {
            throw notValid();
        }
        try {
            return new URI(value);
        } catch (URISyntaxException malformed) {
            throw notValid();
        }
    }

    private static Refusal notValid() {
        return Refusal.invalid("mail.smtpUrl", "must be smtp://user:password@host:port, or smtps://…");
    }

    /** The address as a URI. */
    public URI uri() {
        return URI.create(value);
    }

    @Override
    public String toString() {
        return "SmtpAddress[…]";
    }
}
