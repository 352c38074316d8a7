package dev.guildhall.integrations.openapi;

import dev.guildhall.integrations.httptool.CredentialPlace;
import dev.guildhall.integrations.httptool.ResponseRules;
import dev.guildhall.ports.connection.AuthScheme;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.tool.ToolVersion;
import java.util.Set;

/**
 * The settings that a document does not contain. Operations are named by {@code operationId} or as {@code GET /path};
 * none means all. Their scopes are used only with consent.
 */
public record OpenApiOptions(
        IntegrationName integration,
        ToolVersion version,
        AuthScheme auth,
        Taken taken,
        Set<String> include,
        ResponseRules answers) {
    /** The credential's position and the names of constant headers, which no argument may have. */
    public record Taken(CredentialPlace credential, Set<String> headers) {
        public Taken {
            headers = Set.copyOf(headers);
        }

        boolean header(String name) {
            return headers.stream().anyMatch(name::equalsIgnoreCase)
                    || (credential instanceof CredentialPlace.Header(String own, String ignored)
                            && own.equalsIgnoreCase(name));
        }

        boolean query(String name) {
            return credential instanceof CredentialPlace.Query(String own) && own.equals(name);
        }
    }

    public OpenApiOptions {
        include = Set.copyOf(include);
    }
}
