package dev.guildhall.core.tool.connection;

import dev.guildhall.ports.connection.ConsentGateway;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.problem.Refusal;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** Revokes tokens at their providers, as far as possible. */
final class Revocations {
    private static final Logger LOG = System.getLogger(Revocations.class.getName());

    private Revocations() {}

    /** An unreachable provider does not prevent a disconnect: it is logged, and the tokens expire. */
    static void attempt(ConsentGateway gateway, IntegrationName integration, Credential.OAuthTokens tokens) {
        try {
            gateway.revoke(tokens);
        } catch (Refusal failed) {
            LOG.log(
                    Level.WARNING,
                    "integration {0}: tokens were not revoked: {1}",
                    integration,
                    failed.problem().message());
        }
    }
}
