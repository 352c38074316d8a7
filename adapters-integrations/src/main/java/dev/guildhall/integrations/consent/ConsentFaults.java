package dev.guildhall.integrations.consent;

import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.ToolProblem;
import java.lang.System.Logger.Level;

/**
 * Converts failures of an integration's provider to refusals. The log has the reason in our own words: a provider's
 * message may contain codes and tokens.
 *
 * @param integration the provider's integration
 */
record ConsentFaults(IntegrationName integration) {
    private static final System.Logger LOG = System.getLogger(ConsentFaults.class.getName());

    /** The provider cannot be reached, or its response is invalid. */
    Refusal unavailable(String reason) {
        LOG.log(Level.WARNING, "provider of integration {0}: {1}", integration, reason);
        return new Refusal(new ToolProblem.IntegrationUnavailable(integration.value(), "its provider " + reason));
    }

    /** The provider refuses a code or a refresh token. */
    Refusal refused(String what) {
        LOG.log(Level.INFO, "provider of integration {0}: did not accept {1}", integration, what);
        return new Refusal(new ToolProblem.ConsentRefused(integration.value()));
    }
}
