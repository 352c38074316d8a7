package dev.guildhall.ports.integration;

import dev.guildhall.ports.Change;
import dev.guildhall.ports.connection.Scope;
import dev.guildhall.ports.tool.Visibility;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A change of an integration; an absent field stays as it is (tools-28).
 *
 * @param document replaces the API document
 * @param headers replace all headers
 * @param visibility of the integration, which cannot be changed: only the visibility that it has is accepted
 */
public record IntegrationChange(
        Optional<String> displayName,
        Optional<String> description,
        Change<String> url,
        Optional<String> document,
        Change<String> baseUrl,
        Optional<Map<String, String>> headers,
        Change<String> clientId,
        Change<String> clientSecret,
        Optional<List<Scope>> scopes,
        Optional<Boolean> sampling,
        Optional<Visibility> visibility) {
    /** The integration after the change. A document takes the place of the address of one, and the other way round. */
    public IntegrationDefinition applyTo(IntegrationDefinition before) {
        Optional<String> address =
                document.isPresent() && url instanceof Change.Kept ? Optional.empty() : url.applyTo(before.url());
        return new IntegrationDefinition(
                before.key(),
                displayName.orElse(before.displayName()),
                description.orElse(before.description()),
                before.kind(),
                address,
                baseUrl.applyTo(before.baseUrl()),
                headers.orElse(before.headers()),
                clientId.applyTo(before.clientId()),
                clientSecret.applyTo(before.clientSecret()),
                scopes.orElse(before.scopes()),
                sampling.orElse(before.sampling()));
    }
}
