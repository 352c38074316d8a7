package dev.guildhall.ports.integration;

import dev.guildhall.ports.connection.IntegrationKind;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.connection.Scope;
import dev.guildhall.ports.tool.Visibility;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A request to add an integration (tools-27). The fields are those of {@link IntegrationDefinition}.
 *
 * @param displayName absent means the title of the API document, or else the name
 * @param description absent means what the API document says of itself, or nothing
 * @param document the API document as JSON or YAML, at most {@value IntegrationDefinition#MAX_DOCUMENT} characters; absent
 *     when {@code url} says where it is
 * @param visibility {@code PRIVATE} means that the caller alone sees it
 */
public record NewIntegration(
        IntegrationName name,
        Optional<String> displayName,
        Optional<String> description,
        IntegrationKind kind,
        Optional<String> url,
        Optional<String> document,
        Optional<String> baseUrl,
        Map<String, String> headers,
        Optional<String> clientId,
        Optional<String> clientSecret,
        List<Scope> scopes,
        boolean sampling,
        Visibility visibility) {}
