package dev.guildhall.integrations.oauth;

import java.util.Map;

/** The provider {@code acme} on loopback, which signs every browser in as {@code ada}. */
public final class SignInProvider implements AutoCloseable {
    private final StrictProvider acme = new StrictProvider();

    /** The settings of a server that uses it. */
    public Map<String, String> settings() {
        return Map.of(
                "GUILDHALL_OAUTH_ACME_ISSUER", acme.issuer(),
                "GUILDHALL_OAUTH_ACME_CLIENT_ID", Codes.CLIENT,
                "GUILDHALL_OAUTH_ACME_CLIENT_SECRET", Codes.SECRET);
    }

    @Override
    public void close() {
        acme.close();
    }
}
