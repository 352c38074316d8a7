package dev.guildhall.core.completion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.LogLines;
import dev.guildhall.core.config.CompletionLimits;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.usage.UsageEntry;
import dev.guildhall.testkit.ManualTicker;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.SampleUsage;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("a test reads all lines of a logger that other classes write to as well")
class UsageRecoveryTest {
    private static final UserId USER = new UserId(UserId.EXTERNAL + "1");
    private static final CompletionLimits.Accounts LIMITS = new CompletionLimits.Accounts(
            10, 4, Duration.ofMillis(50), Duration.ofSeconds(20), Duration.ofDays(90), 400);

    private final ManualTicker time = new ManualTicker(Sample.NOW);
    private final FailingUsageStore store = new FailingUsageStore();
    private final RecordedPendingUsage log = new RecordedPendingUsage();
    private final UsageJournal journal = new UsageJournal(time, store, log, CompletionLimits.DEFAULT.withUsage(LIMITS));
    private final UsageRecovery recovery = new UsageRecovery(time, log, journal, LIMITS);

    private List<UsageEntry> kept() {
        return store.ofUser(USER, PageRequest.first()).items();
    }

    private static List<UsageEntry> entries(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> SampleUsage.of(USER).build())
                .toList();
    }

    @Test
    void what_ended_processes_left_is_stored_with_the_next_report_and_then_forgotten() {
        List<UsageEntry> first = entries(2);
        List<UsageEntry> second = entries(1);
        log.leave(first);
        log.leave(second);

        recovery.run();
        journal.flush();

        assertThat(kept()).containsAll(first).containsAll(second).hasSize(3);
        assertThat(log.waiting()).isEmpty();
    }

    @Test
    void an_entry_that_was_stored_before_the_kill_counts_once() {
        List<UsageEntry> stored = entries(2);
        store.add(stored);
        log.leave(stored);

        recovery.run();
        journal.flush();

        assertThat(kept()).hasSize(2);
        assertThat(log.waiting()).isEmpty();
    }

    @Test
    void an_entry_that_the_store_may_have_removed_already_is_not_counted_again() {
        Duration half = LIMITS.entriesKept().dividedBy(2);
        UsageEntry recent = SampleUsage.of(USER).at(Sample.NOW.minus(half)).build();
        UsageEntry old =
                SampleUsage.of(USER).at(Sample.NOW.minus(half).minusMillis(1)).build();
        log.leave(List.of(recent, old));

        recovery.run();
        journal.flush();

        assertThat(kept()).containsExactly(recent);
        assertThat(log.waiting()).isEmpty();
    }

    @Test
    void recent_entries_were_lost_when_old_ones_could_not_be_dropped() {
        UsageEntry recent = SampleUsage.of(USER).build();
        UsageEntry old =
                SampleUsage.of(USER).at(Sample.NOW.minus(LIMITS.entriesKept())).build();
        log.leave(List.of(recent, old));
        log.failsToForget();

        recovery.run();
        journal.flush();

        assertThat(kept()).containsExactly(recent);
    }

    @Test
    void recovered_entries_leave_room_for_those_of_requests() {
        log.leave(entries(5));
        log.leave(entries(3));

        recovery.run();
        journal.requireRoom();
        journal.flush();
        int first = kept().size();
        recovery.run();
        journal.flush();

        assertThat(first).isEqualTo(5);
        assertThat(kept()).hasSize(8);
    }

    @Test
    void a_log_that_cannot_be_read_is_logged_and_read_by_a_later_run() {
        log.leave(entries(1));
        log.fails();

        try (LogLines lines = new LogLines(UsageRecovery.class)) {
            recovery.run();

            assertThat(lines.lines()).hasSize(1).first().asString().contains("cannot be recovered: ", "full");
        }
        log.recovers();
        recovery.run();
        journal.flush();

        assertThat(kept()).hasSize(1);
    }
}
