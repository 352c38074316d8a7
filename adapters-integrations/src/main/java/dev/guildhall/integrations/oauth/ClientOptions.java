package dev.guildhall.integrations.oauth;

import dev.guildhall.ports.oauth.ProviderName;
import java.util.Optional;

/**
 * This installation's registration at a provider. The issuer is absent for the predefined providers {@code google} and
 * {@code github}, the secret for a client that uses only PKCE.
 */
public record ClientOptions(
        ProviderName name, Optional<String> issuer, String clientId, Optional<String> clientSecret) {
    @Override
    public String toString() {
        return "ClientOptions[" + name.value() + "]";
    }
}
