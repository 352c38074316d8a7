package dev.guildhall.ports.integration;

import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.SignInDemand;
import java.time.Instant;
import java.util.Optional;

/**
 * An integration that a user added while the server runs, without its API document.
 *
 * @param version grows by 1 with each change of the definition or the document
 * @param createdAt when it was added
 * @param demand what its server asks of users who sign in; absent when it did not ask
 * @param result of its imports
 */
public record StoredIntegration(
        IntegrationDefinition definition,
        int version,
        Instant createdAt,
        Optional<SignInDemand> demand,
        ImportResult result) {
    public Integration.Key key() {
        return definition.key();
    }

    /** The next version, which other nodes take within 2 seconds. */
    public StoredIntegration next(IntegrationDefinition changed) {
        return new StoredIntegration(changed, version + 1, createdAt, demand, result);
    }

    /** The same with another server or document: nothing is known of it yet, and its first tools need no approval. */
    public StoredIntegration unknown() {
        return new StoredIntegration(definition, version, createdAt, Optional.empty(), ImportResult.NONE);
    }
}
