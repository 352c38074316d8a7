package dev.guildhall.ports.usage;

import dev.guildhall.ports.AssistantId;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserData;
import dev.guildhall.ports.UserId;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Driven port: stores the usage of models. The usage of a user is deleted with the account. Every method blocks.
 * Thread-safe, also across nodes.
 */
public interface UsageStore extends UserData {
    /**
     * Stores entries and adds them to the daily sums, atomically. An entry whose id is stored already changes nothing.
     * Entries with the outcome {@link UsageOutcome#REFUSED} are stored and not added to the sums. Entries of a deleted
     * account are dropped, even when they arrive late; entries of users without an account here are stored. Those of a
     * deleted assistant are stored, and are in no sum of an assistant.
     */
    void add(List<UsageEntry> entries);

    /**
     * What a user used of each model on each day, in no particular order; days without use are left out.
     *
     * @param first the first day, included
     * @param last the last day, included
     */
    List<DailyUsage> daily(UserId userId, LocalDate first, LocalDate last);

    /**
     * What the requests of each spender cost on all days since that day, which is included; spenders without costs are
     * left out.
     */
    Map<Spender, BigDecimal> spent(Set<Spender> spenders, LocalDate first);

    /**
     * What all users used. Reports by user, group and key since a day of {@link #keepSums} read no more rows than they
     * have; others block for the time of a scan of the days.
     *
     * @param first the first day, included
     * @param last the last day, included
     * @param by what each row is a sum of
     * @param most how many rows at most, those with the highest costs first, then those with the most requests
     */
    List<UsageRow> report(LocalDate first, LocalDate last, UsageGrouping by, int most);

    /**
     * What the requests for answers of an assistant used, of all users. It reads the sums of its versions and days. They are
     * deleted with the assistant, and stay when the account of a user is deleted who is not its owner: they name no user.
     *
     * @param first the first day, included
     * @param last the last day, included
     * @param most how many versions at most, the newest ones, 1 or more
     */
    AssistantUsage ofAssistant(AssistantId assistant, LocalDate first, LocalDate last, int most);

    /**
     * The entries of a user, the newest first by their ids.
     */
    Page<UsageEntry> ofUser(UserId userId, PageRequest page);

    /**
     * Removes entries of requests before a moment; the daily sums stay.
     *
     * @param most how many at most, 1 or more
     * @return how many it removed
     */
    int sweepEntries(Instant before, int most);

    /**
     * Removes daily sums from before that day.
     *
     * @param most how many at most, 1 or more
     * @return how many it removed
     */
    int sweepDays(LocalDate before, int most);

    /**
     * Keeps sums of all users and keys since each of these days, and removes those since other days. Until a sum is
     * complete, reports do not read it.
     *
     * @param most how many users it sums, or sums it removes, at most, 1 or more
     * @return how many it summed or removed
     */
    int keepSums(Set<LocalDate> firsts, int most);
}
