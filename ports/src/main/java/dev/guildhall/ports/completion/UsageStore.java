package dev.guildhall.ports.completion;

import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;

/**
 * Driven port: keeps what was used of models. Everything about a user goes with the account. Every method blocks. Thread-safe,
 * also across nodes.
 */
public interface UsageStore {
    /**
     * Keeps entries and adds them to the days' sums, all or none. One whose id is kept already changes nothing. Entries
     * with the outcome {@link UsageOutcome#REFUSED} are kept and not summed. Nothing is kept of an account that is not there
     * (any more), however late its last entries come: of those that have none here, everything is.
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
     * The entries of a user, the newest first by their ids.
     */
    Page<UsageEntry> ofUser(UserId userId, PageRequest page);

    /**
     * Forgets entries of requests before a moment; the days' sums stay.
     *
     * @param most how many at most, 1 or more
     * @return how many there were
     */
    int sweepEntries(Instant before, int most);

    /**
     * Forgets sums of days before that one.
     *
     * @param most how many at most, 1 or more
     * @return how many there were
     */
    int sweepDays(LocalDate before, int most);
}
