package dev.guildhall.integrations.oauth;

import dev.guildhall.ports.oauth.ProviderName;
import dev.guildhall.ports.problem.AccountProblem;
import dev.guildhall.ports.problem.Refusal;
import java.lang.System.Logger.Level;

/**
 * What a provider's failures become. The log has the reason, in words of our own: a provider's may quote codes and tokens.
 *
 * @param provider whose failures
 */
record ProviderFaults(ProviderName provider) {
    private static final System.Logger LOG = System.getLogger(ProviderFaults.class.getName());

    /** The provider cannot be reached, or its answer cannot be trusted. */
    Refusal unavailable(String reason) {
        LOG.log(Level.WARNING, "sign-in provider {0}: {1}", provider.value(), reason);
        return new Refusal(new AccountProblem.ProviderUnavailable(provider.value()));
    }

    /** The provider does not take the code, or its answer belongs to another sign-in. */
    Refusal codeRefused(String reason) {
        LOG.log(Level.INFO, "sign-in provider {0}: {1}", provider.value(), reason);
        return new Refusal(new AccountProblem.CodeRefused());
    }
}
