package dev.guildhall.core.budget;

import dev.guildhall.core.config.Prices;
import dev.guildhall.ports.Budget;
import dev.guildhall.ports.BudgetUse;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.AccountStore;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.usage.Spender;
import dev.guildhall.ports.usage.UsageEntry;
import dev.guildhall.ports.usage.UsageStore;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Currency;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The budgets of API keys and accounts (keys-12). A request is refused when what was spent in the
 * period has reached the budget; what a request costs is known only at its end. Each node keeps the sum of a spender in
 * memory, adds its own requests as they end, and reads the stored sum again after 250 ms, and before each request when
 * less than a tenth of the budget was left, or when it has spent a tenth of what was left itself. A budget is exceeded
 * by at most the cost of the requests that run when it is reached, and of those that another node ended in the 50 ms
 * before and has not stored, which cost less than a tenth of what was left; as long as no other node spends nine tenths
 * of the budget within 250 ms.
 */
public final class Budgets {
    /** How long an account's budget is used without reading it again. */
    private static final Duration RIGHTS_FRESH = Duration.ofSeconds(1);

    /** The most spenders in memory; beyond it all sums are read again. */
    private static final int MOST_SPENDERS = 100_000;

    private final InstantSource clock;
    private final UsageStore usage;
    private final AccountStore accounts;
    private final Runnable flush;
    private final Supplier<Prices> prices;
    private final ConcurrentHashMap<Spender, SpentSum> sums = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<UserId, Known> budgets = new ConcurrentHashMap<>();

    private record Known(Optional<Budget> budget, Instant at) {}

    /** A budget, and what may not use more than it. */
    private record Limited(Spender spender, Budget budget) {}

    /**
     * Creates the budgets.
     *
     * @param flush stores the usage that this node has not stored yet
     * @param prices what models cost now
     */
    public Budgets(
            InstantSource clock, UsageStore usage, AccountStore accounts, Runnable flush, Supplier<Prices> prices) {
        this.clock = clock;
        this.usage = usage;
        this.accounts = accounts;
        this.flush = flush;
        this.prices = prices;
    }

    /**
     * Refuses a request when a budget of its caller is used up, or when the caller has one and the model has no price:
     * the budget would not limit it.
     *
     * @param models those that may answer the request, the asked one first; empty for one that costs nothing
     * @throws Refusal with {@code CommonProblem.BudgetExceeded}, with {@code CommonProblem.Invalid} for a
     *     model without a price, or with {@code CommonProblem.Unavailable} when a sum cannot be read
     */
    public void requireLeft(Caller.User caller, List<String> models) {
        if (models.isEmpty()) {
            return;
        }
        Instant now = clock.instant();
        List<Limited> limits = limits(caller, now);
        if (!limits.isEmpty()) {
            requirePrice(models.getFirst());
        }
        if (models.stream().anyMatch(model -> prices.get().of(model).isPresent())) {
            limits.forEach(limited -> requireLeft(limited, now));
        }
    }

    private void requirePrice(String model) {
        if (prices.get().of(model).isEmpty() && !prices.get().unpricedAllowed()) {
            throw Refusal.invalid(
                    "model",
                    "\"" + model + "\" has no price, and your budget allows only models with one (an administrator sets"
                            + " it, or the operator sets GUILDHALL_LLM_PRICES or GUILDHALL_LLM_UNPRICED=allow)");
        }
    }

    private List<Limited> limits(Caller.User caller, Instant now) {
        List<Limited> limits = new ArrayList<>();
        caller.key()
                .ifPresent(key -> key.limits()
                        .budget()
                        .ifPresent(budget -> limits.add(new Limited(new Spender.Key(key.id()), budget))));
        accounts(caller.userId(), caller.countsFor())
                .forEach(spender ->
                        ofAccount(spender.userId(), now).ifPresent(budget -> limits.add(new Limited(spender, budget))));
        return limits;
    }

    private static Stream<Spender.Account> accounts(UserId user, UserId countsFor) {
        return Stream.of(user, countsFor).distinct().map(Spender.Account::new);
    }

    private Optional<Budget> ofAccount(UserId user, Instant now) {
        if (user.isExternal()) {
            return Optional.empty();
        }
        Known known = budgets.get(user);
        if (known == null || isOlder(known.at(), RIGHTS_FRESH, now)) {
            known = new Known(
                    accounts.find(user).flatMap(account -> account.rights().budget()), now);
            bound(budgets);
            budgets.put(user, known);
        }
        return known.budget();
    }

    private void requireLeft(Limited limited, Instant now) {
        LocalDate first = firstDay(limited.budget().period(), now);
        BigDecimal most = limited.budget().amount();
        if (sum(limited.spender()).spent(first, most).compareTo(most) >= 0) {
            throw new Refusal(exceeded(limited, now));
        }
    }

    private SpentSum sum(Spender spender) {
        bound(sums);
        return sums.computeIfAbsent(spender, missing -> new SpentSum(clock, first -> stored(missing, first), flush));
    }

    /** A sum that is created again includes this node's requests, because its first read stores them first. */
    private static void bound(ConcurrentHashMap<?, ?> cache) {
        if (cache.mappingCount() >= MOST_SPENDERS) {
            cache.clear();
        }
    }

    private static CommonProblem.BudgetExceeded exceeded(Limited limited, Instant now) {
        String whose = switch (limited.spender()) {
            case Spender.Account ignored -> "account";
            case Spender.Key ignored -> "API key";
        };
        Budget budget = limited.budget();
        String text = budget.amount().toPlainString() + " " + budget.currency() + " for a "
                + budget.period().wireName();
        Instant renewsAt = renewsAt(budget.period(), now);
        return new CommonProblem.BudgetExceeded(whose, text, renewsAt, Duration.between(now, renewsAt));
    }

    /** Counts a request that has ended, after the journal has its entry. */
    public void ended(UsageEntry entry) {
        entry.cost().filter(cost -> cost.signum() > 0).ifPresent(cost -> {
            accounts(entry.userId(), entry.countsFor()).forEach(spender -> add(spender, cost));
            entry.keyId().ifPresent(key -> add(new Spender.Key(key), cost));
        });
    }

    private void add(Spender spender, BigDecimal cost) {
        sums.computeIfPresent(spender, (same, sum) -> {
            sum.add(cost);
            return sum;
        });
    }

    /** What spenders have used of their budgets, with all requests that ended on this node. Blocks. */
    public Map<Spender, BudgetUse> uses(Map<Spender, Budget> limited) {
        if (limited.isEmpty()) {
            return Map.of();
        }
        flush.run();
        Instant now = clock.instant();
        Map<Spender, BudgetUse> uses = new HashMap<>();
        for (Budget.Period period : Budget.Period.values()) {
            Set<Spender> spenders = limited.entrySet().stream()
                    .filter(entry -> entry.getValue().period() == period)
                    .map(Map.Entry::getKey)
                    .collect(Collectors.toUnmodifiableSet());
            if (spenders.isEmpty()) {
                continue;
            }
            Map<Spender, BigDecimal> spent = usage.spent(spenders, firstDay(period, now));
            spenders.forEach(spender -> uses.put(
                    spender, new BudgetUse(spent.getOrDefault(spender, BigDecimal.ZERO), renewsAt(period, now))));
        }
        return uses;
    }

    private BigDecimal stored(Spender spender, LocalDate first) {
        return usage.spent(Set.of(spender), first).getOrDefault(spender, BigDecimal.ZERO);
    }

    /**
     * Refuses a budget in another currency than that of the prices.
     *
     * @param path of the budget in the request
     * @throws Refusal with {@code CommonProblem.Invalid} naming {@code currency} below the path
     */
    public void requireCurrency(Budget budget, String path) {
        Currency currency = prices.get().currency();
        if (!budget.currency().equals(currency)) {
            throw Refusal.invalid(path + ".currency", "must be " + currency + ", the currency of this installation");
        }
    }

    private static Instant renewsAt(Budget.Period period, Instant now) {
        LocalDate first = firstDay(period, now);
        LocalDate next = switch (period) {
            case DAY -> first.plusDays(1);
            case MONTH -> first.plusMonths(1);
        };
        return next.atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    private static LocalDate firstDay(Budget.Period period, Instant now) {
        LocalDate today = LocalDate.ofInstant(now, ZoneOffset.UTC);
        return switch (period) {
            case DAY -> today;
            case MONTH -> today.withDayOfMonth(1);
        };
    }

    /** The clock may be set back. */
    static boolean isOlder(Instant at, Duration most, Instant now) {
        return now.isBefore(at) || !now.isBefore(at.plus(most));
    }
}
