package dev.guildhall.integrations.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.ports.connection.AuthScheme;
import dev.guildhall.ports.connection.Scope;
import dev.guildhall.ports.problem.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The scopes that an operation needs. */
final class SecurityScopes {
    private static final Set<String> CONSENTED = Set.of("oauth2", "openIdConnect");

    private final JsonNode document;
    private final References references;
    private final AuthScheme auth;

    SecurityScopes(JsonNode document, References references, AuthScheme auth) {
        this.document = document;
        this.references = references;
        this.auth = auth;
    }

    /** The scopes; none when the integration has no consent, or the operation needs no authentication. */
    List<Scope> of(JsonNode operation) throws Unsupported {
        if (!(auth instanceof AuthScheme.OAuth2)) {
            return List.of();
        }
        JsonNode alternatives = operation.has("security") ? operation.path("security") : document.path("security");
        for (JsonNode alternative : alternatives) {
            if (alternative.isEmpty()) {
                return List.of();
            }
        }
        for (JsonNode alternative : alternatives) {
            List<Scope> scopes = new ArrayList<>();
            if (isConsent(alternative, scopes)) {
                return scopes;
            }
        }
        return List.of();
    }

    /** Whether one of the schemes that are required together is OAuth consent; adds its scopes. */
    private boolean isConsent(JsonNode alternative, List<Scope> scopes) throws Unsupported {
        boolean consent = false;
        for (Map.Entry<String, JsonNode> need : alternative.properties()) {
            JsonNode scheme = references.resolved(
                    document.path("components").path("securitySchemes").path(need.getKey()));
            if (CONSENTED.contains(scheme.path("type").asText())) {
                consent = true;
                for (JsonNode scope : need.getValue()) {
                    scopes.add(scope(scope.asText()));
                }
            }
        }
        return consent;
    }

    private static Scope scope(String text) {
        try {
            return new Scope(text);
        } catch (Refusal malformed) {
            throw new BrokenDocument("'" + text + "' is not a valid scope");
        }
    }
}
