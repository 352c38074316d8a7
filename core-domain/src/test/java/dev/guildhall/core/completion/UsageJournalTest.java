package dev.guildhall.core.completion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.LogLines;
import dev.guildhall.core.Refused;
import dev.guildhall.core.config.CompletionLimits;
import dev.guildhall.ports.Limit;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.usage.UsageEntry;
import dev.guildhall.testkit.ManualTicker;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.SampleUsage;
import dev.guildhall.testkit.contract.AtOnce;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

@Timeout(20)
@Isolated("a test reads all lines of a logger that other classes write to as well")
class UsageJournalTest {
    private static final UserId USER = new UserId(UserId.EXTERNAL + "1");
    private final RuntimeException outage = new Refusal(new CommonProblem.Unavailable("database"));
    private static final Duration EVERY = Duration.ofMillis(50);

    private final ManualTicker time = new ManualTicker(Sample.NOW);
    private final FailingUsageStore store = new FailingUsageStore();
    private final RecordedPendingUsage log = new RecordedPendingUsage();
    private final UsageJournal journal = journal(Duration.ofSeconds(20));
    private final List<Thread> writers = new ArrayList<>();

    private UsageJournal journal(Duration patience) {
        CompletionLimits.Accounts bounds = new CompletionLimits.Accounts(10, 4, EVERY, patience, Duration.ofDays(1), 1);
        return new UsageJournal(time, store, log, CompletionLimits.DEFAULT.withUsage(bounds));
    }

    /** A writer that goes on would write to the log that the next test reads. */
    @AfterEach
    void stop() throws InterruptedException {
        for (Thread writer : writers) {
            writer.interrupt();
            writer.join();
        }
    }

    private Thread started() {
        Thread writer = Thread.ofPlatform().daemon().start(journal);
        writers.add(writer);
        until(() -> writer.getState() == Thread.State.WAITING);
        return writer;
    }

    /** A writer that has just written one entry, and pauses. */
    private Thread pausing() throws InterruptedException {
        Thread writer = started();
        add(1);
        time.awaitWaiting(1);
        return writer;
    }

    /** The test's timeout limits the wait. */
    private static void until(BooleanSupplier reached) {
        while (!reached.getAsBoolean()) {
            assertThat(Thread.currentThread().isInterrupted())
                    .as("the time limit of the test has passed")
                    .isFalse();
            Thread.yield();
        }
    }

    /** Lets the writer run once, when it waits for that. */
    private void turn() throws InterruptedException {
        time.awaitWaiting(1);
        time.advance(EVERY);
    }

    private void add(int count) {
        for (int i = 0; i < count; i++) {
            journal.add(SampleUsage.of(USER).build());
        }
    }

    private int kept() {
        return store.ofUser(USER, new PageRequest(new Limit(Limit.MAX), Optional.empty()))
                .items()
                .size();
    }

    @Test
    void the_first_entry_is_written_at_once_and_later_ones_wait_for_their_turn_and_go_in_batches() throws Exception {
        started();
        add(1);
        until(() -> kept() == 1);
        time.awaitWaiting(1);
        add(9);
        int before = kept();

        turn();
        until(() -> kept() == 10);

        assertThat(before).isEqualTo(1);
        assertThat(store.batches()).containsExactly(1, 4, 4, 1);
    }

    @Test
    void an_entry_is_in_the_write_ahead_log_until_it_is_stored() throws Exception {
        pausing();
        until(() -> log.waiting().isEmpty());
        UsageEntry entry = SampleUsage.of(USER).build();

        journal.add(entry);
        List<UsageEntry> before = log.waiting();
        turn();
        until(() -> kept() == 2);
        until(() -> log.waiting().isEmpty());

        assertThat(before).containsExactly(entry);
    }

    @Test
    void entries_that_an_outage_leaves_stay_in_the_write_ahead_log() throws Exception {
        Thread writer = started();
        store.failsWith(outage);
        add(3);
        time.awaitWaiting(1);

        writer.interrupt();
        writer.join();

        assertThat(log.waiting()).hasSize(3);
    }

    @Test
    void a_write_ahead_log_that_fails_is_logged_once_and_fails_no_answer() throws Exception {
        pausing();
        log.fails();

        try (LogLines lines = new LogLines(UsageJournal.class)) {
            add(3);
            turn();
            until(() -> kept() == 4);

            assertThat(lines.lines()).hasSize(1).first().asString().contains("a kill would lose entries: ", "full");
        }
    }

    @Test
    void without_a_background_writer_each_entry_is_written_at_once() {
        add(3);

        assertThat(store.batches()).containsExactly(1, 1, 1);
    }

    @Test
    void a_stop_writes_the_last_ones() throws Exception {
        Thread writer = started();
        add(5);

        writer.interrupt();
        writer.join();

        assertThat(kept()).isEqualTo(5);
    }

    @Test
    void during_an_outage_all_entries_are_kept_and_written_once_afterwards_without_another_entry() throws Exception {
        started();
        store.failsWith(outage);
        add(6);
        turn();
        time.awaitWaiting(1);
        int meanwhile = kept();
        store.recovers();

        turn();
        until(() -> kept() == 6);

        assertThat(meanwhile).isZero();
        assertThat(kept()).isEqualTo(6);
        assertThat(store.batches()).containsExactly(4, 2);
    }

    @Test
    void a_stop_writes_the_entries_of_an_outage() throws Exception {
        Thread writer = started();
        store.failsWith(outage);
        add(3);
        turn();
        time.awaitWaiting(1);
        store.recovers();

        writer.interrupt();
        writer.join();

        assertThat(kept()).isEqualTo(3);
    }

    @Test
    void when_too_many_entries_wait_requests_are_refused() throws Exception {
        started();
        store.failsWith(outage);
        add(9);
        journal.requireRoom();
        add(1);

        assertThat(Refused.by(journal::requireRoom)).isEqualTo(new CommonProblem.Unavailable("database"));
    }

    @Test
    void an_entry_that_the_store_refuses_does_not_block_others() throws Exception {
        pausing();
        UsageEntry odd = SampleUsage.of(USER).model("odd").build();
        store.cannotHold(odd::equals);
        add(2);
        journal.add(odd);
        add(2);

        turn();
        until(() -> kept() == 5);
        until(() -> log.waiting().isEmpty());

        assertThat(kept()).isEqualTo(5);
        assertThat(store.batches()).containsExactly(1, 1, 1, 1, 1);
    }

    @Test
    void the_log_of_a_refused_batch_has_its_arguments_inserted() {
        UsageEntry odd = SampleUsage.of(USER).model("odd").build();
        store.cannotHold(odd::equals);

        try (LogLines log = new LogLines(UsageJournal.class)) {
            journal.add(odd);

            assertThat(log.lines()).hasSize(2).noneMatch(line -> line.contains("{"));
        }
    }

    @Test
    void a_flush_writes_waiting_entries_and_fails_when_the_store_does() throws Exception {
        pausing();
        add(2);

        journal.flush();
        int written = kept();
        store.failsWith(outage);
        add(1);

        assertThat(written).isEqualTo(3);
        assertThat(Refused.by(journal::flush)).isEqualTo(new CommonProblem.Unavailable("database"));
    }

    @Test
    void a_flush_does_not_wait_for_ever_for_a_database_that_is_silent() throws Exception {
        UsageJournal impatient = journal(Duration.ofMillis(1));
        CountDownLatch silent = new CountDownLatch(1);
        CountDownLatch asked = new CountDownLatch(1);
        store.cannotHold(entry -> {
            asked.countDown();
            return !replies(silent);
        });
        Thread writer = Thread.ofVirtual()
                .start(() -> impatient.add(SampleUsage.of(USER).build()));
        asked.await();

        assertThat(Refused.by(impatient::flush)).isEqualTo(new CommonProblem.Unavailable("database"));
        silent.countDown();
        writer.join();

        assertThat(kept()).isEqualTo(1);
    }

    private static boolean replies(CountDownLatch silent) {
        try {
            silent.await();
            return true;
        } catch (InterruptedException stopped) {
            return false;
        }
    }

    @Test
    void many_that_add_and_flush_at_once_lose_none_and_write_none_twice() throws Exception {
        started();
        List<Callable<Boolean>> writers = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            writers.add(() -> {
                add(10);
                journal.flush();
                return true;
            });
        }

        AtOnce.run(writers);

        assertThat(kept()).isEqualTo(160);
        assertThat(store.batches().stream().mapToInt(Integer::intValue).sum()).isEqualTo(160);
    }
}
