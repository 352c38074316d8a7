package dev.guildhall.integrations.openapi;

import dev.guildhall.integrations.httptool.AnswerRules;
import dev.guildhall.integrations.httptool.CredentialPlace;
import dev.guildhall.ports.connection.AuthScheme;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.tool.ToolVersion;
import java.util.Set;

/**
 * The settings that a document does not contain.
 *
 * @param integration the integration of the tools
 * @param version of each tool
 * @param auth the scheme of authentication; the operations' scopes are used only with consent
 * @param taken the positions that the client itself fills in
 * @param include operations by {@code operationId} or as {@code GET /path}; none means all
 * @param answers how to interpret responses
 */
public record OpenApiOptions(
        IntegrationName integration,
        ToolVersion version,
        AuthScheme auth,
        Taken taken,
        Set<String> include,
        AnswerRules answers) {
    /**
     * Positions that no argument may have.
     *
     * @param credential the position of the credential
     * @param headers the names of constant headers
     */
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
