package dev.guildhall.integrations.oauth;

import java.util.Map;

/** The provider {@code acme} on loopback, at which every browser is signed in as {@code ada}. */
public final class SignInProvider implements AutoCloseable {
    private final StrictProvider acme = new StrictProvider();

    /** What a server is configured with that signs in with it. */
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
