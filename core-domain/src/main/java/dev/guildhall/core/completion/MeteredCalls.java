package dev.guildhall.core.completion;

import dev.guildhall.core.budget.Budgets;
import dev.guildhall.core.budget.Prices;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.completion.TokenAllowance;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.usage.UsageEntry;
import dev.guildhall.ports.usage.UsageEntryId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Applies to every request to a model: the limits of tokens, the budgets, the limit of concurrent requests, and one usage
 * entry however the request ends.
 */
public final class MeteredCalls {
    private static final String ENTRY = "use";

    private final IdSource ids;
    private final UsageJournal journal;
    private final TokenBudget budget;
    private final Budgets budgets;
    private final Prices prices;
    private final ProviderBulkhead bulkhead;
    private final RunningCalls running;
    private final Duration total;

    public MeteredCalls(CompletionParts parts, UsageJournal journal, Budgets budgets, RunningCalls running) {
        this.running = running;
        this.budgets = budgets;
        this.prices = parts.prices();
        this.ids = parts.ids();
        this.journal = journal;
        this.budget = new TokenBudget(parts.rates(), parts.limits().tokens());
        this.total = parts.limits().total();
        this.bulkhead = new ProviderBulkhead(parts.limits().calls().within(total), parts.clock());
    }

    /**
     * Does the work of a request, which begins now, and records its usage. Every accepted request gets an entry.
     *
     * @param models those that may answer
     * @throws Refusal with {@code CommonProblem.RateLimited}, {@code CommonProblem.BudgetExceeded},
     *     {@code CommonProblem.Unavailable} or {@code CompletionProblem.TooManyAtOnce} before the work, with
     *     {@code CommonProblem.Unauthenticated} when the account is erased in the meantime, or the refusal of the work
     */
    <T> T keep(UsageMeter account, List<String> models, Function<UsageMeter, T> work) {
        budget.requireAny(account.caller());
        budgets.requireLeft(account.caller(), models);
        journal.requireRoom();
        try {
            return inside(account.caller(), () -> work.apply(account));
        } catch (Refusal refusal) {
            account.endedBy(refusal.problem());
            throw refusal;
        } finally {
            UsageEntry entry = account.entry(new UsageEntryId(ids.next(ENTRY)), prices);
            journal.add(entry);
            budgets.ended(entry);
            budget.charge(account.caller(), entry.usage());
        }
    }

    /** Does the work of a request that costs nothing, within the limits of concurrent requests. */
    <T> T inside(Caller.User caller, Supplier<T> work) {
        return running.run(caller.userId(), () -> bulkhead.inside(caller.countsFor(), work));
    }

    /** How long a request may still take, after all its waits so far. Refuses one whose time limit has passed. */
    Duration timeLeft(UsageMeter account) {
        Duration left = total.minus(account.age());
        if (!left.isPositive()) {
            throw new Refusal(new CompletionProblem.ProviderTimedOut("total"));
        }
        return left;
    }

    Optional<TokenAllowance> allowance(Caller.User user) {
        return budget.of(user);
    }
}
