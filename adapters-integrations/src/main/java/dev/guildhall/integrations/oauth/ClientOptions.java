package dev.guildhall.integrations.oauth;

import dev.guildhall.ports.oauth.ProviderName;
import java.util.Optional;

/**
 * How this installation is known at a provider.
 *
 * @param name what requests name the provider by; {@code google} and {@code github} are known
 * @param issuer the provider's address, exactly as it calls itself; absent for those that are known
 * @param clientId what the provider calls this installation
 * @param clientSecret absent for a client that has none and proves itself by PKCE alone
 */
public record ClientOptions(
        ProviderName name, Optional<String> issuer, String clientId, Optional<String> clientSecret) {
    @Override
    public String toString() {
        return "ClientOptions[" + name.value() + "]";
    }
}
