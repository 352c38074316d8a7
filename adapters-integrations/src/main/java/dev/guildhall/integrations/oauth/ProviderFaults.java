package dev.guildhall.integrations.oauth;

import dev.guildhall.ports.oauth.ProviderName;
import dev.guildhall.ports.problem.AccountProblem;
import dev.guildhall.ports.problem.Refusal;
import java.lang.System.Logger.Level;

/**
 * Converts a provider's failures to refusals. The log has the reason in our own words: a provider's message may contain
 * codes and tokens.
 */
record ProviderFaults(ProviderName provider) {
    private static final System.Logger LOG = System.getLogger(ProviderFaults.class.getName());

    /** The provider cannot be reached, or its response cannot be trusted. */
    Refusal unavailable(String reason) {
        LOG.log(Level.WARNING, "sign-in provider {0}: {1}", provider.value(), reason);
        return new Refusal(new AccountProblem.ProviderUnavailable(provider.value()));
    }

    /** The provider refuses the code, or its response belongs to another sign-in. */
    Refusal codeRefused(String reason) {
        LOG.log(Level.INFO, "sign-in provider {0}: {1}", provider.value(), reason);
        return new Refusal(new AccountProblem.CodeRefused());
    }
}
