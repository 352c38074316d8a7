package dev.guildhall.core.completion;

import dev.guildhall.core.budget.Budgets;
import dev.guildhall.core.config.Prices;
import dev.guildhall.core.telemetry.Tracing;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.usage.UsageEntry;
import dev.guildhall.ports.usage.UsageEntryId;

/** Applies the limit of tokens and the budgets, and records one entry of usage and one trace however the call ends. */
final class MeteredCall<Q, T> implements ModelCall<Q, T> {
    private static final String ENTRY = "use";

    private final CompletionParts parts;
    private final TokenBudget tokens;
    private final Budgets budgets;
    private final UsageJournal journal;
    private final Tracing tracing;
    private final ModelCall<Q, T> inner;

    MeteredCall(ModelCalls shared, ModelCall<Q, T> inner) {
        this.parts = shared.parts();
        this.tokens = shared.tokens();
        this.budgets = shared.budgets();
        this.journal = shared.journal();
        this.tracing = shared.tracing();
        this.inner = inner;
    }

    /**
     * Every accepted request gets an entry.
     *
     * @throws Refusal with {@code CommonProblem.RateLimited}, {@code CommonProblem.BudgetExceeded} or
     *     {@code CommonProblem.Unavailable} before the call, or the refusal of the call
     */
    @Override
    public T call(Q request, UsageMeter meter) {
        tokens.requireAny(meter.caller());
        budgets.requireLeft(meter.caller(), meter.models());
        journal.requireRoom();
        Prices prices = parts.models().prices();
        try {
            return inner.call(request, meter);
        } catch (RuntimeException failure) {
            meter.failed(failure);
            throw failure;
        } finally {
            UsageEntry entry = meter.entry(new UsageEntryId(parts.ids().next(ENTRY)), prices);
            journal.add(entry);
            budgets.ended(entry);
            tokens.charge(meter.caller(), entry.usage());
            meter.traced(entry, prices.currency()).ifPresent(tracing::asked);
        }
    }
}
