package dev.guildhall.core.inmemory;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.ApiKeyId;
import dev.guildhall.ports.AssistantId;
import dev.guildhall.ports.AssistantVersion;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.usage.AssistantUsage;
import dev.guildhall.ports.usage.DailyUsage;
import dev.guildhall.ports.usage.Spender;
import dev.guildhall.ports.usage.UsageCount;
import dev.guildhall.ports.usage.UsageEntry;
import dev.guildhall.ports.usage.UsageEntryId;
import dev.guildhall.ports.usage.UsageGrouping;
import dev.guildhall.ports.usage.UsageOutcome;
import dev.guildhall.ports.usage.UsageRow;
import dev.guildhall.ports.usage.UsageStore;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The usage of models in memory: only the latest entries, and all sums. */
final class InMemoryUsageStore implements UsageStore {
    private static final int MOST_ENTRIES = 10_000;

    private record Key(UserId userId, Optional<ApiKeyId> keyId, LocalDate date, String model) {}

    /** A user for whom requests with keys of groups counted on a day. */
    private record UserDay(UserId userId, LocalDate date) {}

    /** A day of a version; those of a removed assistant are not read, and removed at a later write. */
    private record AssistantDay(AssistantVersion assistant, LocalDate date) {}

    private final InMemoryTransactions transactions;
    private final Stores stores;
    private final UndoableMap<UsageEntryId, UsageEntry> entries;
    private final UndoableMap<Key, UsageCount> days;
    private final UndoableMap<UserDay, BigDecimal> groupKeyCosts;
    private final UndoableMap<AssistantDay, UsageCount> assistantDays;

    public InMemoryUsageStore(InMemoryTransactions transactions, Stores stores) {
        this.transactions = transactions;
        this.stores = stores;
        this.entries = new UndoableMap<>(transactions);
        this.days = new UndoableMap<>(transactions);
        this.groupKeyCosts = new UndoableMap<>(transactions);
        this.assistantDays = new UndoableMap<>(transactions);
    }

    @Override
    public void add(List<UsageEntry> added) {
        transactions.run(() -> added.forEach(this::add));
    }

    private void add(UsageEntry entry) {
        if (entries.get(entry.id()).isPresent() || isOfErasedAccount(entry.userId())) {
            return;
        }
        entries.put(entry.id(), entry);
        if (entries.size() > MOST_ENTRIES) {
            entries.eldest().ifPresent(entries::remove);
        }
        if (entry.outcome() != UsageOutcome.REFUSED) {
            LocalDate date = LocalDate.ofInstant(entry.at(), ZoneOffset.UTC);
            Key key = new Key(entry.userId(), entry.keyId(), date, entry.asked().model());
            UsageCount one =
                    new UsageCount(entry.usage().promptTokens(), entry.usage().completionTokens(), 1, entry.cost());
            days.put(key, days.get(key).orElse(UsageCount.ZERO).plus(one));
            addGroupKeyCost(entry, date);
            entry.assistant()
                    .filter(assistant -> exists(assistant.id()))
                    .ifPresent(assistant -> add(new AssistantDay(assistant, date), one));
        }
    }

    private boolean exists(AssistantId assistant) {
        return stores.assistants().find(assistant).isPresent();
    }

    private void add(AssistantDay day, UsageCount one) {
        Optional<UsageCount> before = assistantDays.get(day);
        if (before.isEmpty()) {
            remove(assistantDays, known -> !exists(known.assistant().id()), Integer.MAX_VALUE);
        }
        assistantDays.put(day, before.orElse(UsageCount.ZERO).plus(one));
    }

    private void addGroupKeyCost(UsageEntry entry, LocalDate date) {
        UserDay day = new UserDay(entry.countsFor(), date);
        entry.cost()
                .filter(cost -> !entry.countsFor().equals(entry.userId()) && !isOfErasedAccount(entry.countsFor()))
                .ifPresent(cost -> groupKeyCosts.put(
                        day, groupKeyCosts.get(day).orElse(BigDecimal.ZERO).add(cost)));
    }

    private boolean isOfErasedAccount(UserId user) {
        return !user.isExternal() && stores.accounts().find(user).isEmpty();
    }

    @Override
    public List<DailyUsage> daily(UserId userId, LocalDate first, LocalDate last) {
        record Group(LocalDate date, String model) {}

        return transactions.guarded(() -> {
            Map<Group, UsageCount> sums = new HashMap<>();
            days.keys().stream()
                    .filter(key -> key.userId().equals(userId))
                    .filter(key -> !key.date().isBefore(first) && !key.date().isAfter(last))
                    .forEach(key -> sums.merge(new Group(key.date(), key.model()), count(key), UsageCount::plus));
            return sums.entrySet().stream()
                    .map(sum -> new DailyUsage(sum.getKey().date(), sum.getKey().model(), sum.getValue()))
                    .toList();
        });
    }

    private UsageCount count(Key key) {
        return days.get(key).orElse(UsageCount.ZERO);
    }

    @Override
    public Map<Spender, BigDecimal> spent(Set<Spender> spenders, LocalDate first) {
        return transactions.guarded(() -> {
            Map<Spender, BigDecimal> sums = new HashMap<>();
            days.keys().stream()
                    .filter(key -> !key.date().isBefore(first))
                    .forEach(key -> count(key)
                            .cost()
                            .ifPresent(cost -> spendersOf(key)
                                    .filter(spenders::contains)
                                    .forEach(spender -> sums.merge(spender, cost, BigDecimal::add))));
            groupKeyCosts.keys().stream()
                    .filter(day -> !day.date().isBefore(first) && spenders.contains(new Spender.Account(day.userId())))
                    .forEach(day -> sums.merge(
                            new Spender.Account(day.userId()),
                            groupKeyCosts.get(day).orElse(BigDecimal.ZERO),
                            BigDecimal::add));
            return sums;
        });
    }

    private static Stream<Spender> spendersOf(Key key) {
        return Stream.concat(Stream.of(new Spender.Account(key.userId())), key.keyId().map(Spender.Key::new).stream());
    }

    @Override
    public List<UsageRow> report(LocalDate first, LocalDate last, UsageGrouping by, int most) {
        return transactions.guarded(() -> {
            Map<UsageRow, UsageCount> sums = new HashMap<>();
            days.keys().stream()
                    .filter(key -> !key.date().isBefore(first) && !key.date().isAfter(last))
                    .filter(key -> by != UsageGrouping.KEY || key.keyId().isPresent())
                    .filter(key -> by != UsageGrouping.GROUP || groupOf(key).isPresent())
                    .forEach(key -> sums.merge(group(key, by), count(key), UsageCount::plus));
            return sums.entrySet().stream()
                    .map(sum -> withCount(sum.getKey(), sum.getValue()))
                    .sorted(Comparator.comparing(
                                    (UsageRow row) -> row.count().cost().orElse(BigDecimal.ZERO))
                            .thenComparingLong(row -> row.count().requests())
                            .reversed())
                    .limit(most)
                    .toList();
        });
    }

    private Optional<GroupId> groupOf(Key key) {
        return stores.groups().ofServiceAccount(key.userId());
    }

    private UsageRow group(Key key, UsageGrouping by) {
        boolean ofUser = by == UsageGrouping.USER || by == UsageGrouping.GROUP || by == UsageGrouping.KEY;
        return new UsageRow(
                ofUser ? Optional.of(key.userId()) : Optional.empty(),
                by == UsageGrouping.GROUP ? groupOf(key) : Optional.empty(),
                by == UsageGrouping.KEY ? key.keyId() : Optional.empty(),
                by == UsageGrouping.MODEL ? Optional.of(key.model()) : Optional.empty(),
                by == UsageGrouping.DAY ? Optional.of(key.date()) : Optional.empty(),
                UsageCount.ZERO);
    }

    private static UsageRow withCount(UsageRow row, UsageCount count) {
        return new UsageRow(row.userId(), row.groupId(), row.keyId(), row.model(), row.day(), count);
    }

    @Override
    public AssistantUsage ofAssistant(AssistantId assistant, LocalDate first, LocalDate last, int most) {
        return transactions.guarded(() -> {
            List<AssistantDay> used = assistantDays.keys().stream()
                    .filter(day -> day.assistant().id().equals(assistant) && exists(assistant))
                    .filter(day -> !day.date().isBefore(first) && !day.date().isAfter(last))
                    .toList();
            return new AssistantUsage(
                    sums(used, day -> day.assistant().version()).entrySet().stream()
                            .sorted(Map.Entry.<Integer, UsageCount>comparingByKey()
                                    .reversed())
                            .limit(most)
                            .map(sum -> new AssistantUsage.Version(sum.getKey(), sum.getValue()))
                            .toList(),
                    sums(used, AssistantDay::date));
        });
    }

    private <K> Map<K, UsageCount> sums(List<AssistantDay> used, Function<AssistantDay, K> key) {
        return used.stream()
                .collect(
                        Collectors.toMap(key, day -> assistantDays.get(day).orElse(UsageCount.ZERO), UsageCount::plus));
    }

    @Override
    public Page<UsageEntry> ofUser(UserId userId, PageRequest page) {
        return transactions.guarded(() -> Page.newestFirst(
                entries.where(entry -> entry.userId().equals(userId)).toList(), page, UsageEntry::id));
    }

    @Override
    public int sweepEntries(Instant before, int most) {
        return transactions.guarded(
                () -> entries.removeWhere(entry -> entry.at().isBefore(before), most));
    }

    @Override
    public int sweepDays(LocalDate before, int most) {
        return transactions.guarded(() -> {
            int removed = removeDays(
                    key -> key.date().isBefore(before), day -> day.date().isBefore(before), most);
            return removed + remove(assistantDays, day -> day.date().isBefore(before), most - removed);
        });
    }

    private int removeDays(Predicate<Key> which, Predicate<UserDay> whichCosts, int most) {
        int removed = remove(days, which, most);
        return removed + remove(groupKeyCosts, whichCosts, most - removed);
    }

    private static <K> int remove(UndoableMap<K, ?> sums, Predicate<K> which, int most) {
        List<K> some = sums.keys().stream().filter(which).limit(most).toList();
        some.forEach(sums::remove);
        return some.size();
    }

    @Override
    public int erase(UserId user, int most) {
        return transactions.guarded(() -> {
            int removed = entries.removeWhere(entry -> entry.userId().equals(user), most);
            return removed
                    + removeDays(
                            key -> key.userId().equals(user),
                            day -> day.userId().equals(user),
                            most - removed);
        });
    }

    /** Sums in memory are counted for each report. */
    @Override
    public int keepSums(Set<LocalDate> firsts, int most) {
        return 0;
    }
}
