package dev.guildhall.core.completion;

import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.completion.TokenAllowance;
import dev.guildhall.ports.completion.UsageEntry;
import dev.guildhall.ports.completion.UsageEntryId;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * What every request to a model goes through: the user's budget of tokens, a place with the providers, and one entry of
 * usage however it ends. Thread-safe.
 */
public final class MeteredCalls {
    private static final String ENTRY = "use";

    private final IdSource ids;
    private final UsageJournal journal;
    private final TokenBudget budget;
    private final ProviderBulkhead bulkhead;
    private final RunningCalls running;
    private final Duration total;

    /**
     * Books.
     *
     * @param running knows the requests while they last
     */
    public MeteredCalls(CompletionParts parts, UsageJournal journal, RunningCalls running) {
        this.running = running;
        this.ids = parts.ids();
        this.journal = journal;
        this.budget = new TokenBudget(parts.rates(), parts.limits().tokens());
        this.total = parts.limits().total();
        this.bulkhead = new ProviderBulkhead(parts.limits().calls().within(total), parts.clock());
    }

    /**
     * Does a request's work on its account. Who is let in gets an entry.
     *
     * @param account of the request, which begins now
     * @throws Refusal with {@code CommonProblem.RateLimited}, {@code CommonProblem.Unavailable} or
     *     {@code CompletionProblem.TooManyAtOnce} before the work, with {@code CommonProblem.Unauthenticated} when the
     *     account is erased meanwhile, or what the work throws
     */
    <T> T keep(UsageMeter account, Function<UsageMeter, T> work) {
        budget.requireAny(account.userId());
        journal.requireRoom();
        try {
            return running.run(account.userId(), () -> bulkhead.inside(account.userId(), () -> work.apply(account)));
        } catch (Refusal refusal) {
            account.endedBy(refusal.problem());
            throw refusal;
        } finally {
            UsageEntry entry = account.entry(new UsageEntryId(ids.next(ENTRY)));
            journal.add(entry);
            budget.charge(entry.userId(), entry.usage());
        }
    }

    /**
     * How long a request may go on, with everything that it has waited for already.
     *
     * @throws Refusal with {@code CompletionProblem.ProviderTimedOut} when its time is over
     */
    Duration timeLeft(UsageMeter account) {
        Duration left = total.minus(account.age());
        if (!left.isPositive()) {
            throw new Refusal(new CompletionProblem.ProviderTimedOut("total"));
        }
        return left;
    }

    Optional<TokenAllowance> allowance(UserId user) {
        return budget.of(user);
    }
}
