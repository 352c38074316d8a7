package dev.guildhall.integrations.openapi;

import dev.guildhall.integrations.httptool.AnswerRules;
import dev.guildhall.integrations.httptool.CredentialPlace;
import dev.guildhall.ports.connection.AuthScheme;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.tool.ToolVersion;
import java.util.Set;

/**
 * What a document does not say.
 *
 * @param integration whose tools they become
 * @param version of each
 * @param auth what users must do; for consent alone the operations' scopes are needed
 * @param taken what the client fills in by itself
 * @param include operations by {@code operationId} or as {@code GET /path}; none means all
 * @param answers what answers mean
 */
public record OpenApiOptions(
        IntegrationName integration,
        ToolVersion version,
        AuthScheme auth,
        Taken taken,
        Set<String> include,
        AnswerRules answers) {
    /**
     * Places that are no argument's.
     *
     * @param credential where the credential goes
     * @param headers the names of headers that go with every request
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
