package dev.guildhall.integrations.oauth;

import dev.guildhall.ports.oauth.ProviderName;
import java.util.Optional;

/**
 * This installation's registration at a provider.
 *
 * @param name the provider's name in requests; {@code google} and {@code github} are predefined
 * @param issuer the provider's issuer identifier, exactly as it writes it; absent for predefined providers
 * @param clientId the provider's identifier of this installation
 * @param clientSecret absent for a client without a secret, which uses only PKCE
 */
public record ClientOptions(
        ProviderName name, Optional<String> issuer, String clientId, Optional<String> clientSecret) {
    @Override
    public String toString() {
        return "ClientOptions[" + name.value() + "]";
    }
}
