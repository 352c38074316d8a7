package dev.guildhall.integrations.consent;

import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.ToolProblem;
import java.lang.System.Logger.Level;

/**
 * What failures of an integration's provider become. The log has the reason, in words of our own: a provider's may quote
 * codes and tokens.
 *
 * @param integration whose provider
 */
record ConsentFaults(IntegrationName integration) {
    private static final System.Logger LOG = System.getLogger(ConsentFaults.class.getName());

    /** The provider cannot be reached, or its answer makes no sense. */
    Refusal unavailable(String reason) {
        LOG.log(Level.WARNING, "provider of integration {0}: {1}", integration, reason);
        return new Refusal(new ToolProblem.IntegrationUnavailable(integration.value(), "its provider " + reason));
    }

    /** The provider does not take a code or a refresh token. */
    Refusal refused(String what) {
        LOG.log(Level.INFO, "provider of integration {0}: did not take {1}", integration, what);
        return new Refusal(new ToolProblem.ConsentRefused(integration.value()));
    }
}
