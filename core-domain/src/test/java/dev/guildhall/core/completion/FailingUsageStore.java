package dev.guildhall.core.completion;

import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.ports.AssistantId;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.usage.AssistantUsage;
import dev.guildhall.ports.usage.DailyUsage;
import dev.guildhall.ports.usage.Spender;
import dev.guildhall.ports.usage.UsageEntry;
import dev.guildhall.ports.usage.UsageGrouping;
import dev.guildhall.ports.usage.UsageRow;
import dev.guildhall.ports.usage.UsageStore;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

/** A store that fails on demand, and records the sizes of the batches. */
final class FailingUsageStore implements UsageStore {
    private final UsageStore kept = InMemoryStores.empty().usage();
    private final List<Integer> batches = new CopyOnWriteArrayList<>();
    private volatile Optional<RuntimeException> outage = Optional.empty();
    private volatile Predicate<UsageEntry> indigestible = entry -> false;

    void failsWith(RuntimeException failure) {
        outage = Optional.of(failure);
    }

    void recovers() {
        outage = Optional.empty();
    }

    void cannotHold(Predicate<UsageEntry> entries) {
        indigestible = entries;
    }

    List<Integer> batches() {
        return batches;
    }

    @Override
    public void add(List<UsageEntry> entries) {
        outage.ifPresent(failure -> {
            throw failure;
        });
        if (entries.stream().anyMatch(indigestible)) {
            throw new IllegalStateException("cannot be held");
        }
        batches.add(entries.size());
        kept.add(entries);
    }

    @Override
    public List<DailyUsage> daily(UserId userId, LocalDate first, LocalDate last) {
        return kept.daily(userId, first, last);
    }

    @Override
    public Map<Spender, BigDecimal> spent(Set<Spender> spenders, LocalDate first) {
        return kept.spent(spenders, first);
    }

    @Override
    public List<UsageRow> report(LocalDate first, LocalDate last, UsageGrouping by, int most) {
        return kept.report(first, last, by, most);
    }

    @Override
    public AssistantUsage ofAssistant(AssistantId assistant, LocalDate first, LocalDate last, int most) {
        return kept.ofAssistant(assistant, first, last, most);
    }

    @Override
    public Page<UsageEntry> ofUser(UserId userId, PageRequest page) {
        return kept.ofUser(userId, page);
    }

    @Override
    public int sweepEntries(Instant before, int most) {
        return kept.sweepEntries(before, most);
    }

    @Override
    public int sweepDays(LocalDate before, int most) {
        return kept.sweepDays(before, most);
    }

    @Override
    public int keepSums(Set<LocalDate> firsts, int most) {
        return kept.keepSums(firsts, most);
    }

    @Override
    public int erase(UserId user, int most) {
        return kept.erase(user, most);
    }
}
