package dev.guildhall.core.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.core.LogLines;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Limit;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.schedule.CatchUp;
import dev.guildhall.ports.schedule.Overlap;
import dev.guildhall.ports.schedule.Schedule;
import dev.guildhall.ports.schedule.ScheduleChange;
import dev.guildhall.ports.schedule.ScheduleDefinition;
import dev.guildhall.ports.schedule.ScheduleId;
import dev.guildhall.ports.schedule.ScheduleStart;
import dev.guildhall.ports.schedule.ScheduleStart.Outcome;
import dev.guildhall.ports.schedule.ScheduleStart.SkipReason;
import dev.guildhall.ports.schedule.Schedules;
import dev.guildhall.ports.schedule.Timing;
import dev.guildhall.ports.start.Start;
import dev.guildhall.ports.start.StartKind;
import dev.guildhall.ports.start.StartedWork;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.TaskFilter;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskStatus;
import dev.guildhall.testkit.PlainCron;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.TestCore;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class SchedulesTest {
    private static final Start ECHO = new Start(StartKind.TASK, Map.of("type", "echo", "input", Map.of("n", 1)));
    private static final Start LONG = new Start(StartKind.TASK, Map.of("type", "sleep", "input", Map.of("ms", 25_000)));

    @AutoClose
    private final TestCore test = new TestCore(parts -> parts.cronParser(new PlainCron()));

    private final Schedules schedules = test.core().schedules();
    private final Caller.User ada = test.core().user("tests", "ada");
    private final Caller.User bob = test.core().user("tests", "bob");

    private static ScheduleDefinition definition(Timing timing, Overlap overlap, CatchUp catchUp, Start start) {
        return new ScheduleDefinition("Nightly", timing, ZoneId.of("Europe/Lisbon"), overlap, catchUp, start, true);
    }

    private static ScheduleDefinition plain(Timing timing) {
        return definition(timing, Overlap.SKIP, CatchUp.NONE, ECHO);
    }

    private Schedule every(int seconds, Overlap overlap, CatchUp catchUp, Start start) {
        return schedules.create(
                ada, definition(new Timing.Every(Duration.ofSeconds(seconds)), overlap, catchUp, start));
    }

    /** A node that looks each second. */
    private void run(Duration time) {
        for (long second = 0; second < time.toSeconds(); second++) {
            test.advance(Duration.ofSeconds(1));
            test.runDue();
        }
    }

    private List<ScheduleStart> starts(Schedule schedule) {
        return schedules.starts(ada, schedule.id()).reversed();
    }

    private static Stream<StartedWork> works(List<ScheduleStart> starts) {
        return starts.stream()
                .flatMap(start -> start.outcome() instanceof Outcome.Started(StartedWork work, Instant ignored)
                        ? Stream.of(work)
                        : Stream.empty());
    }

    private static Stream<SkipReason> skips(List<ScheduleStart> starts) {
        return starts.stream()
                .flatMap(start -> start.outcome() instanceof Outcome.Skipped(SkipReason reason)
                        ? Stream.of(reason)
                        : Stream.empty());
    }

    private TaskStatus statusOf(StartedWork work) {
        return test.core().tasks().find(ada, new TaskId(work.id())).status();
    }

    private int tasks() {
        PageRequest all = new PageRequest(new Limit(200), Optional.empty());
        return test.core()
                .tasks()
                .list(ada, new TaskFilter(Optional.empty(), Optional.empty(), Optional.empty()), all)
                .items()
                .size();
    }

    @Test
    void a_schedule_starts_a_task_at_each_due_time() {
        Schedule schedule = every(10, Overlap.SKIP, CatchUp.NONE, ECHO);

        run(Duration.ofSeconds(35));

        assertThat(starts(schedule).stream().map(start -> start.key().dueAt()))
                .containsExactly(
                        schedule.createdAt().plusSeconds(10),
                        schedule.createdAt().plusSeconds(20),
                        schedule.createdAt().plusSeconds(30));
        assertThat(works(starts(schedule)).map(this::statusOf))
                .containsExactly(TaskStatus.COMPLETED, TaskStatus.COMPLETED, TaskStatus.COMPLETED);
        assertThat(tasks()).isEqualTo(3);
        assertThat(schedules.find(ada, schedule.id()).nextAt())
                .contains(schedule.createdAt().plusSeconds(40));
    }

    @Test
    void a_cron_schedule_goes_on_over_a_change_of_the_clock() {
        test.advance(Duration.between(test.now(), Instant.parse("2026-03-28T08:59:30Z")));
        Schedule schedule = schedules.create(ada, plain(new Timing.Cron("0 9 * * *")));

        run(Duration.ofSeconds(40));
        test.advance(Duration.between(test.now(), Instant.parse("2026-03-29T07:59:55Z")));
        test.runDue();
        run(Duration.ofSeconds(10));

        assertThat(works(starts(schedule))).hasSize(2);
        assertThat(starts(schedule).stream().map(start -> start.key().dueAt().toString()))
                .containsExactly("2026-03-28T09:00:00Z", "2026-03-29T08:00:00Z");
        assertThat(schedules.next(ada, schedule.id(), 2))
                .containsExactly(Instant.parse("2026-03-30T08:00:00Z"), Instant.parse("2026-03-31T08:00:00Z"));
    }

    /** A node that looks every 5 s from one time to another; before it was off. */
    private void runBetween(String from, String until) {
        test.advance(Duration.between(test.now(), Instant.parse(from)));
        test.runDue();
        while (test.now().isBefore(Instant.parse(until))) {
            test.advance(Duration.ofSeconds(5));
            test.runDue();
        }
    }

    private Stream<String> startedAt(Schedule schedule) {
        return starts(schedule).stream()
                .filter(start -> start.outcome() instanceof Outcome.Started)
                .map(start -> start.key().dueAt().toString());
    }

    @Test
    void a_time_that_the_clock_skips_or_repeats_starts_work_once_and_each_half_hour_does_at_every_pass() {
        test.advance(Duration.between(test.now(), Instant.parse("2026-03-28T00:00:00Z")));
        Schedule daily = schedules.create(ada, plain(new Timing.Cron("30 1 * * *")));
        Schedule often = schedules.create(ada, plain(new Timing.Cron("*/30 * * * *")));

        runBetween("2026-03-28T01:20:00Z", "2026-03-28T01:40:00Z");
        runBetween("2026-03-29T00:20:00Z", "2026-03-29T02:10:00Z");
        runBetween("2026-03-30T00:20:00Z", "2026-03-30T00:40:00Z");
        List<String> spring = startedAt(daily).toList();
        List<String> springOften =
                startedAt(often).filter(due -> due.startsWith("2026-03-29")).toList();
        runBetween("2026-10-24T00:20:00Z", "2026-10-24T00:40:00Z");
        runBetween("2026-10-25T00:20:00Z", "2026-10-25T02:10:00Z");
        List<String> autumnOften =
                startedAt(often).filter(due -> due.startsWith("2026-10-25")).toList();
        runBetween("2026-10-26T01:20:00Z", "2026-10-26T01:40:00Z");

        assertThat(spring).containsExactly("2026-03-28T01:30:00Z", "2026-03-29T01:00:00Z", "2026-03-30T00:30:00Z");
        assertThat(startedAt(daily))
                .containsExactly("2026-10-24T00:30:00Z", "2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z");
        assertThat(springOften)
                .containsExactly(
                        "2026-03-29T00:30:00Z", "2026-03-29T01:00:00Z", "2026-03-29T01:30:00Z", "2026-03-29T02:00:00Z");
        assertThat(autumnOften)
                .containsExactly(
                        "2026-10-25T00:30:00Z", "2026-10-25T01:00:00Z", "2026-10-25T01:30:00Z", "2026-10-25T02:00:00Z");
    }

    @Test
    void a_clock_that_jumps_an_hour_either_way_is_noticed_and_starts_nothing_twice() {
        AtomicReference<Instant> now = new AtomicReference<>(Sample.NOW);
        Stores stores = InMemoryStores.empty(now::get);
        try (TestCore node = new TestCore(parts -> parts.stores(stores).cronParser(new PlainCron()));
                LogLines log = new LogLines(ScheduleRunner.class)) {
            Caller.User owner = node.core().user("tests", "ada");
            ScheduleId id = node.core()
                    .schedules()
                    .create(owner, plain(new Timing.Every(Duration.ofMinutes(10))))
                    .id();

            for (int jump : new int[] {0, 60, -60}) {
                now.updateAndGet(before -> before.plus(Duration.ofMinutes(jump)));
                node.runDue();
                for (int second = 0; second < (jump < 0 ? 4_200 : 605); second += 5) {
                    now.updateAndGet(before -> before.plusSeconds(5));
                    node.runDue();
                }
            }

            List<ScheduleStart> starts =
                    node.core().schedules().starts(owner, id).reversed();
            assertThat(starts.stream()
                            .filter(start -> start.outcome() instanceof Outcome.Started)
                            .map(start -> Duration.between(
                                            Sample.NOW, start.key().dueAt())
                                    .toMinutes()))
                    .containsExactly(10L, 70L, 80L, 90L);
            assertThat(works(starts).map(StartedWork::id).distinct()).hasSize(4);
            assertThat(skips(starts)).containsOnly(SkipReason.MISSED).hasSize(5);
            assertThat(log.lines()).hasSize(2);
            assertThat(log.lines().getFirst()).contains("is PT1H after the last look");
            assertThat(log.lines().getLast()).contains("is PT-1H after the last look");
        }
    }

    @Test
    void a_single_time_is_due_once() {
        Schedule schedule = schedules.create(ada, plain(new Timing.At(test.now().plusSeconds(5))));

        run(Duration.ofSeconds(20));

        assertThat(works(starts(schedule))).hasSize(1);
        assertThat(schedules.find(ada, schedule.id()).nextAt()).isEmpty();
        assertThat(schedules.next(ada, schedule.id(), 5)).isEmpty();
    }

    @Test
    void a_due_time_is_skipped_while_earlier_work_runs() {
        Schedule schedule = every(10, Overlap.SKIP, CatchUp.NONE, LONG);

        run(Duration.ofSeconds(45));

        assertThat(starts(schedule).stream().map(ScheduleStart::outcome))
                .satisfiesExactly(
                        first -> assertThat(first).isInstanceOf(Outcome.Started.class),
                        second -> assertThat(second).isEqualTo(new Outcome.Skipped(SkipReason.OVERLAP)),
                        third -> assertThat(third).isEqualTo(new Outcome.Skipped(SkipReason.OVERLAP)),
                        fourth -> assertThat(fourth).isInstanceOf(Outcome.Started.class));
    }

    @Test
    void a_due_time_waits_for_earlier_work() {
        Schedule schedule = every(10, Overlap.QUEUE, CatchUp.NONE, LONG);

        run(Duration.ofSeconds(42));

        assertThat(works(starts(schedule))).hasSize(2);
        assertThat(starts(schedule).stream().filter(start -> start.outcome() instanceof Outcome.Pending))
                .hasSize(2);
        schedules.change(ada, schedule.id(), enabled(false));
        run(Duration.ofSeconds(80));
        assertThat(works(starts(schedule))).hasSize(4);
    }

    @Test
    void a_due_time_cancels_earlier_work() {
        Schedule schedule = every(10, Overlap.CANCEL, CatchUp.NONE, LONG);

        run(Duration.ofSeconds(25));

        assertThat(works(starts(schedule)).map(this::statusOf))
                .containsExactly(TaskStatus.CANCELLED, TaskStatus.RUNNING);
    }

    @Test
    void missed_due_times_start_nothing_or_the_last_or_all() {
        Schedule none = every(60, Overlap.SKIP, CatchUp.NONE, ECHO);
        Schedule last = every(60, Overlap.SKIP, CatchUp.LAST, ECHO);
        Schedule all = every(60, Overlap.QUEUE, CatchUp.ALL, ECHO);
        run(Duration.ofSeconds(1));

        test.advance(Duration.ofMinutes(5).plusSeconds(30));
        run(Duration.ofSeconds(15));

        assertThat(works(starts(none))).isEmpty();
        assertThat(skips(starts(none))).containsOnly(SkipReason.MISSED).hasSize(5);
        assertThat(works(starts(last))).hasSize(1);
        assertThat(starts(last).getLast().outcome()).isInstanceOf(Outcome.Started.class);
        assertThat(works(starts(all))).hasSize(5);
    }

    @Test
    void due_times_that_wait_for_short_work_do_not_wait_a_second_each() {
        Schedule all = every(60, Overlap.QUEUE, CatchUp.ALL, ECHO);
        run(Duration.ofSeconds(1));

        test.advance(Duration.ofMinutes(5).plusSeconds(30));
        for (int look = 0; look < 10; look++) {
            test.runDue();
            test.advance(Duration.ofMillis(100));
        }

        assertThat(works(starts(all))).hasSize(5);
    }

    @Test
    void a_long_outage_starts_no_more_than_the_last_hundred() {
        Schedule all = every(1, Overlap.QUEUE, CatchUp.ALL, ECHO);
        Schedule minutely =
                schedules.create(ada, definition(new Timing.Cron("* * * * *"), Overlap.SKIP, CatchUp.LAST, ECHO));
        run(Duration.ofSeconds(1));

        test.advance(Duration.ofDays(300));
        test.runDue();
        schedules.change(ada, all.id(), enabled(false));
        run(Duration.ofSeconds(200));

        assertThat(tasks()).isBetween(102, 125);
        assertThat(works(starts(minutely)).count()).isBetween(1L, 6L);
    }

    @Test
    void a_due_time_that_is_a_little_late_is_not_missed() {
        Schedule schedule = every(60, Overlap.SKIP, CatchUp.NONE, ECHO);
        run(Duration.ofSeconds(59));

        test.advance(Duration.ofSeconds(9));
        test.runDue();

        assertThat(works(starts(schedule))).hasSize(1);
    }

    @Test
    void what_was_pending_when_a_node_failed_is_started_by_another() {
        Stores stores = InMemoryStores.empty(() -> Sample.NOW);
        try (TestCore first = new TestCore(parts -> parts.stores(stores).cronParser(new PlainCron()))) {
            Caller.User owner = first.core().user("tests", "ada");
            Schedule schedule = first.core()
                    .schedules()
                    .create(owner, plain(new Timing.At(first.now().plusSeconds(9))));
            stores.schedules().moveOn(schedule.id(), Optional.empty(), Optional.of(Instant.EPOCH));
            stores.schedules().addStarts(schedule.id(), List.of(ScheduleStart.pending(first.now())));

            first.runDue();
            first.runDue();

            assertThat(works(first.core().schedules().starts(owner, schedule.id())))
                    .hasSize(1);
            assertThat(stores.schedules().pending(schedule.id())).isEmpty();
        }
    }

    @Test
    void a_schedule_is_changed_stopped_and_resumed() {
        Schedule schedule = every(10, Overlap.SKIP, CatchUp.NONE, ECHO);
        ScheduleId id = schedule.id();

        Schedule stopped = schedules.change(ada, id, enabled(false));
        run(Duration.ofSeconds(30));

        assertThat(stopped.nextAt()).isEmpty();
        assertThat(starts(schedule)).isEmpty();
        assertThat(schedules.next(ada, id, 1)).isNotEmpty();
        Schedule resumed = schedules.change(ada, id, enabled(true));
        assertThat(resumed.nextAt()).contains(schedule.createdAt().plusSeconds(40));
        ScheduleChange retimed = new ScheduleChange(
                Optional.of("Other"),
                Optional.of(new Timing.Every(Duration.ofSeconds(7))),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        Schedule other = schedules.change(ada, id, retimed);
        assertThat(other.nextAt()).contains(test.now().plusSeconds(7));
        assertThat(other.definition().name()).isEqualTo("Other");
        assertThat(other.definition().start()).isEqualTo(ECHO);
        schedules.delete(ada, id);
        run(Duration.ofSeconds(10));
        assertThat(tasks()).isZero();
    }

    private static ScheduleChange enabled(boolean enabled) {
        return new ScheduleChange(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(enabled));
    }

    @Test
    void a_user_starts_the_work_by_hand() {
        Schedule schedule = every(3600, Overlap.SKIP, CatchUp.NONE, ECHO);

        StartedWork work = schedules.trigger(ada, schedule.id());

        assertThat(works(starts(schedule))).containsExactly(work);
        assertThat(work.kind()).isEqualTo(StartKind.TASK);
        assertThat(schedules.find(ada, schedule.id()).nextAt()).isEqualTo(schedule.nextAt());
    }

    @Test
    void a_schedule_that_is_never_due_is_refused() {
        assertThatThrownBy(() -> schedules.create(ada, plain(new Timing.Cron("0 0 30 2 *"))))
                .hasMessageContaining("cron: is never due");
        assertThatThrownBy(() -> schedules.create(ada, plain(new Timing.At(test.now()))))
                .hasMessageContaining("at: is never due");
    }

    @Test
    void what_it_starts_is_checked_when_it_is_made() {
        Start unknown = new Start(StartKind.TASK, Map.of("type", "nobody"));
        Start malformed = new Start(StartKind.TASK, Map.of("type", "sleep", "input", Map.of("ms", "x")));

        assertThatThrownBy(() -> every(10, Overlap.SKIP, CatchUp.NONE, unknown)).isInstanceOf(Refusal.class);
        assertThatThrownBy(() -> every(10, Overlap.SKIP, CatchUp.NONE, malformed))
                .hasMessageContaining("start.task.input.ms");
    }

    @Test
    void the_schedule_of_another_user_does_not_exist() {
        ScheduleId id = every(10, Overlap.SKIP, CatchUp.NONE, ECHO).id();

        assertThatThrownBy(() -> schedules.find(bob, id)).hasMessageContaining("NotFound");
        assertThatThrownBy(() -> schedules.starts(bob, id)).hasMessageContaining("NotFound");
        assertThatThrownBy(() -> schedules.change(bob, id, enabled(false))).hasMessageContaining("NotFound");
        assertThatThrownBy(() -> schedules.delete(bob, id)).hasMessageContaining("NotFound");
        assertThatThrownBy(() -> schedules.trigger(bob, id)).hasMessageContaining("NotFound");
        assertThatThrownBy(() -> schedules.next(bob, id, 1)).hasMessageContaining("NotFound");
    }
}
