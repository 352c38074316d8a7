package dev.guildhall.core.tool.connection;

import dev.guildhall.ports.connection.Connection;
import dev.guildhall.ports.connection.ConsentGateway;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.ToolEndpoint;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** Revokes tokens at their providers, as far as possible. */
final class Revocations {
    private static final Logger LOG = System.getLogger(Revocations.class.getName());

    private Revocations() {}

    /** Revokes the tokens of a connection that has ended, if it has any. */
    static void attempt(ToolEndpoint endpoint, Connection ended) {
        if (ended.credential() instanceof Credential.OAuthTokens tokens) {
            endpoint.consent().ifPresent(gateway -> attempt(gateway, ended.key().integration(), tokens));
        }
    }

    /** A provider that is unreachable or fails does not prevent a disconnect: it is logged, and the tokens expire. */
    static void attempt(ConsentGateway gateway, IntegrationName integration, Credential.OAuthTokens tokens) {
        try {
            gateway.revoke(tokens);
        } catch (Refusal failed) {
            LOG.log(
                    Level.WARNING,
                    "integration {0}: tokens were not revoked: {1}",
                    integration,
                    failed.problem().message());
        } catch (RuntimeException bug) {
            LOG.log(Level.ERROR, "integration " + integration + ": tokens were not revoked", bug);
        }
    }
}
