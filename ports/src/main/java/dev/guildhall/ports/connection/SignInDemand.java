package dev.guildhall.ports.connection;

import java.util.List;
import java.util.Optional;

/**
 * What a server asks of a request without a credential that it accepts (tools-25).
 *
 * @param integration the integration of the server
 * @param server the address of the server: with another address, the integration has another server
 * @param resourceMetadata where the server describes its sign-in (RFC 9728); absent when it does not say
 * @param scopes the scopes that it wants; empty when it names none
 */
public record SignInDemand(
        IntegrationName integration, String server, Optional<String> resourceMetadata, List<Scope> scopes) {
    public SignInDemand {
        scopes = List.copyOf(scopes);
    }
}
