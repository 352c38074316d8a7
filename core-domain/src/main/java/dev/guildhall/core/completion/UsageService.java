package dev.guildhall.core.completion;

import dev.guildhall.core.assistant.UsableAssistants;
import dev.guildhall.core.config.CompletionLimits;
import dev.guildhall.core.security.Permissions;
import dev.guildhall.core.time.BatchedSweep;
import dev.guildhall.ports.AssistantId;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.usage.AllUsage;
import dev.guildhall.ports.usage.AssistantUsage;
import dev.guildhall.ports.usage.AssistantUsageReport;
import dev.guildhall.ports.usage.DailyUsage;
import dev.guildhall.ports.usage.UsageCount;
import dev.guildhall.ports.usage.UsageEntry;
import dev.guildhall.ports.usage.UsageGrouping;
import dev.guildhall.ports.usage.UsageReport;
import dev.guildhall.ports.usage.UsageReports;
import dev.guildhall.ports.usage.UsageStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reports of usage. Waiting entries are written first, so that reports include all requests. */
public final class UsageService implements UsageReports {
    /** The numbers of days of which the page of admins shows reports. */
    private static final List<Long> SUMMED_DAYS = List.of(7L, 30L, 90L);

    /** How long before its first day a report is prepared. */
    private static final Duration AHEAD = Duration.ofHours(4);

    private final InstantSource clock;
    private final UsageStore store;
    private final UsableAssistants assistants;
    private final UsageJournal journal;
    private final Currency currency;
    private final Permissions permissions;

    public UsageService(
            InstantSource clock, Stores stores, UsageJournal journal, Currency currency, Permissions permissions) {
        this.currency = currency;
        this.permissions = permissions;
        this.clock = clock;
        this.store = stores.usage();
        this.assistants = new UsableAssistants(stores.assistants());
        this.journal = journal;
    }

    @Override
    public UsageReport report(Caller caller, int days) {
        Caller.User user = caller.requireUser();
        requireDays(days);
        journal.flush();
        LocalDate today = today();
        LocalDate first = today.minusDays(days - 1L);
        List<DailyUsage> used = store.daily(user.userId(), first, today);
        Map<LocalDate, UsageCount> byDay = sums(used, DailyUsage::date);
        return new UsageReport(
                used.stream().map(DailyUsage::count).reduce(UsageCount.ZERO, UsageCount::plus),
                sums(used, DailyUsage::model),
                everyDay(first, today, byDay),
                currency);
    }

    private static List<UsageReport.Day> everyDay(LocalDate first, LocalDate last, Map<LocalDate, UsageCount> byDay) {
        return first.datesUntil(last.plusDays(1))
                .map(date -> new UsageReport.Day(date, byDay.getOrDefault(date, UsageCount.ZERO)))
                .toList();
    }

    /** Removes old usage entries and prepares reports, in batches. */
    public void sweep(CompletionLimits.Accounts limits) {
        Instant now = clock.instant();
        LocalDate firstDay = LocalDate.ofInstant(now, ZoneOffset.UTC).minusDays(limits.daysKept());
        BatchedSweep.remove(most -> store.sweepEntries(now.minus(limits.entriesKept()), most));
        BatchedSweep.remove(most -> store.sweepDays(firstDay, most));
        Set<LocalDate> firsts = Stream.of(now, now.plus(AHEAD))
                .map(moment -> LocalDate.ofInstant(moment, ZoneOffset.UTC))
                .flatMap(last -> SUMMED_DAYS.stream().map(days -> last.minusDays(days - 1)))
                .collect(Collectors.toSet());
        BatchedSweep.remove(most -> store.keepSums(firsts, most));
    }

    @Override
    public AllUsage all(Caller caller, int days, UsageGrouping by) {
        permissions.requireAdmin(caller.requireUser());
        requireDays(days);
        journal.flush();
        LocalDate today = today();
        return new AllUsage(store.report(today.minusDays(days - 1L), today, by, MOST_ROWS), currency);
    }

    @Override
    public AssistantUsageReport ofAssistant(Caller caller, AssistantId id, int days) {
        Caller.User user = caller.requireUser();
        requireDays(days);
        if (!assistants.find(user, id).owner().equals(user.userId())) {
            throw new Refusal(new CommonProblem.Forbidden("only the owner of an assistant reads what it used"));
        }
        journal.flush();
        LocalDate today = today();
        LocalDate first = today.minusDays(days - 1L);
        AssistantUsage used = store.ofAssistant(id, first, today, MOST_VERSIONS);
        return new AssistantUsageReport(
                used.byDay().values().stream().reduce(UsageCount.ZERO, UsageCount::plus),
                used.versions(),
                everyDay(first, today, used.byDay()),
                currency);
    }

    private static void requireDays(int days) {
        if (days < 1 || days > MOST_DAYS) {
            throw Refusal.invalid("days", "must be an integer between 1 and " + MOST_DAYS);
        }
    }

    private LocalDate today() {
        return LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    }

    private static <K> Map<K, UsageCount> sums(List<DailyUsage> used, Function<DailyUsage, K> key) {
        return used.stream().collect(Collectors.toMap(key, DailyUsage::count, UsageCount::plus));
    }

    @Override
    public Page<UsageEntry> requests(Caller caller, PageRequest page) {
        Caller.User user = caller.requireUser();
        journal.flush();
        return store.ofUser(user.userId(), page);
    }
}
