package dev.guildhall.core.completion;

import dev.guildhall.core.account.ActiveCalls;
import dev.guildhall.core.budget.Budgets;
import dev.guildhall.core.config.CompletionLimits;
import dev.guildhall.core.limit.UserBulkhead;
import dev.guildhall.core.telemetry.Tracing;

/** What all requests to models share, those of completions, those of embeddings and those that pass unchanged. */
public record ModelCalls(
        CompletionParts parts,
        ProviderHealth health,
        TokenBudget tokens,
        Budgets budgets,
        UsageJournal journal,
        UserBulkhead permits,
        ActiveCalls active,
        Tracing tracing) {

    /** Creates the limits of tokens and of concurrent requests for these parts. */
    public static ModelCalls of(
            CompletionParts parts, Budgets budgets, UsageJournal journal, ActiveCalls active, Tracing tracing) {
        CompletionLimits.Calls calls = parts.limits().calls();
        return new ModelCalls(
                parts,
                new ProviderHealth(parts.clock(), parts.secrets()),
                new TokenBudget(parts.rates(), parts.limits().tokens()),
                budgets,
                journal,
                new UserBulkhead(calls.atOnce(), calls.perUser(), calls.waiting(), parts.clock()),
                active,
                tracing);
    }

    /** The call with all limits and one entry of usage. */
    <Q, T> ModelCall<Q, T> metered(ModelCall<Q, T> call) {
        return new MeteredCall<>(this, permitted(call));
    }

    /** The call of requests that cost nothing, of which only the concurrent ones are limited. */
    <Q, T> ModelCall<Q, T> permitted(ModelCall<Q, T> call) {
        return new PermittedCall<>(this, call);
    }

    UsageMeter begin(MeteredRequest request) {
        return new UsageMeter(request, parts.clock(), parts.limits().total());
    }
}
