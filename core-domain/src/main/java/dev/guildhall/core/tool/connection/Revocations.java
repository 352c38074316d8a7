package dev.guildhall.core.tool.connection;

import dev.guildhall.ports.connection.ConsentGateway;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.problem.Refusal;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** Gives tokens back to their providers, as far as that can be done. */
final class Revocations {
    private static final Logger LOG = System.getLogger(Revocations.class.getName());

    private Revocations() {}

    /** A provider that cannot be told keeps nobody from disconnecting: it is logged, and the tokens expire by themselves. */
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
