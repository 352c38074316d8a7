package dev.guildhall.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.Actor;
import dev.guildhall.ports.ApiKeyId;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Limit;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.apikey.ApiKey;
import dev.guildhall.ports.apikey.ApiKeyHash;
import dev.guildhall.ports.apikey.ApiKeyName;
import dev.guildhall.ports.apikey.ApiKeyScope;
import dev.guildhall.ports.schedule.CatchUp;
import dev.guildhall.ports.schedule.Overlap;
import dev.guildhall.ports.schedule.Schedule;
import dev.guildhall.ports.schedule.ScheduleDefinition;
import dev.guildhall.ports.schedule.ScheduleId;
import dev.guildhall.ports.schedule.ScheduleStart;
import dev.guildhall.ports.schedule.ScheduleStart.Outcome;
import dev.guildhall.ports.schedule.ScheduleStore;
import dev.guildhall.ports.schedule.Timing;
import dev.guildhall.ports.start.Start;
import dev.guildhall.ports.start.StartFailure;
import dev.guildhall.ports.start.StartKind;
import dev.guildhall.ports.start.StartedWork;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.testkit.Sample;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What every {@link ScheduleStore} does. */
public interface ScheduleStoreContract {
    /** A time long before the schedules of other suites. */
    Instant THEN = Sample.NOW.minus(Duration.ofDays(9000));

    int MOST = 1000;

    Stores stores();

    private ScheduleStore schedules() {
        return stores().schedules();
    }

    private UserId someone() {
        return Given.someUser(stores());
    }

    private static ScheduleDefinition definition(Timing timing) {
        return new ScheduleDefinition(
                "Nightly",
                timing,
                ZoneId.of("Europe/Lisbon"),
                Overlap.QUEUE,
                CatchUp.LAST,
                new Start(StartKind.TASK, Map.of("type", "echo", "input", Map.of("a", List.of(1, "b")))),
                true);
    }

    private static Schedule schedule(UserId owner, Timing timing, Optional<Instant> nextAt) {
        return new Schedule(
                new ScheduleId(Sample.id("sch")),
                owner,
                new Actor(Sample.profile(owner).build().id(), Optional.empty(), Optional.empty()),
                definition(timing),
                THEN,
                nextAt,
                THEN,
                THEN);
    }

    private Schedule added(UserId owner, Optional<Instant> nextAt) {
        Schedule schedule = schedule(owner, new Timing.Cron("0 3 * * *"), nextAt);
        assertThat(schedules().add(schedule, MOST)).isTrue();
        return schedule;
    }

    private static ScheduleStart started(ScheduleStart start, String task) {
        StartedWork work = new StartedWork(StartKind.TASK, task, Optional.of(new TaskId(task)));
        return new ScheduleStart(start.key(), new Outcome.Started(work, THEN.plusSeconds(9)));
    }

    @Test
    default void a_schedule_is_found_as_it_was_added() {
        UserId owner = someone();
        List<Schedule> all = List.of(
                schedule(owner, new Timing.Cron("0 3 * * 1-5"), Optional.of(THEN)),
                schedule(owner, new Timing.Every(Duration.ofSeconds(7)), Optional.empty()),
                schedule(owner, new Timing.At(THEN), Optional.of(THEN)));

        all.forEach(schedule -> schedules().add(schedule, MOST));

        for (Schedule schedule : all) {
            assertThat(schedules().find(schedule.id())).contains(schedule);
        }
        PageRequest two = new PageRequest(new Limit(2), Optional.empty());
        assertThat(schedules().list(owner, two).items()).containsExactly(all.get(2), all.get(1));
        assertThat(schedules().list(someone(), two).items()).isEmpty();
        all.forEach(schedule -> schedules().remove(schedule.id()));
    }

    @Test
    default void a_user_has_no_more_schedules_than_the_most() throws Exception {
        UserId owner = someone();
        Callable<Boolean> add = () -> schedules().add(schedule(owner, new Timing.At(THEN), Optional.empty()), 3);

        List<Boolean> added = AtOnce.run(Collections.nCopies(8, add));

        assertThat(added).filteredOn(one -> one).hasSize(3);
    }

    @Test
    default void a_schedule_is_replaced_and_removed() {
        Schedule before = added(someone(), Optional.of(THEN));
        Schedule after = new Schedule(
                before.id(),
                before.owner(),
                before.actor(),
                definition(new Timing.Every(Duration.ofSeconds(5))),
                THEN.plusSeconds(1),
                Optional.empty(),
                THEN,
                THEN.plusSeconds(2));

        assertThat(schedules().replace(after)).isTrue();

        assertThat(schedules().find(before.id())).contains(after);
        assertThat(schedules().due(THEN, MOST)).doesNotContain(before.id());
        assertThat(schedules().remove(before.id())).isTrue();
        assertThat(schedules().remove(before.id())).isFalse();
        assertThat(schedules().replace(after)).isFalse();
        assertThat(schedules().find(before.id())).isEmpty();
    }

    @Test
    default void the_schedule_that_has_waited_longest_is_looked_at_first() {
        UserId owner = someone();
        Schedule later = added(owner, Optional.of(THEN.plusSeconds(1)));
        Schedule first = added(owner, Optional.of(THEN));
        Schedule never = added(owner, Optional.empty());

        List<ScheduleId> due = schedules().due(THEN.plusSeconds(1), MOST);

        assertThat(due).containsSubsequence(first.id(), later.id()).doesNotContain(never.id());
        assertThat(schedules().due(THEN, MOST)).contains(first.id()).doesNotContain(later.id());
        assertThat(schedules().nextLook()).isPresent();
        schedules().remove(first.id());
        schedules().remove(later.id());
    }

    @Test
    default void a_schedule_is_looked_at_when_it_is_due_or_earlier() {
        Schedule schedule = added(someone(), Optional.of(THEN));
        ScheduleId id = schedule.id();

        schedules().moveOn(id, Optional.of(THEN.plusSeconds(60)), Optional.of(THEN.plusSeconds(5)));

        assertThat(schedules().find(id).flatMap(Schedule::nextAt)).contains(THEN.plusSeconds(60));
        assertThat(schedules().due(THEN.plusSeconds(4), MOST)).doesNotContain(id);
        assertThat(schedules().due(THEN.plusSeconds(5), MOST)).contains(id);
        schedules().lookAgain(id, Optional.empty());
        assertThat(schedules().due(THEN.plusSeconds(59), MOST)).doesNotContain(id);
        assertThat(schedules().due(THEN.plusSeconds(60), MOST)).contains(id);
        schedules().moveOn(id, Optional.empty(), Optional.of(THEN));
        assertThat(schedules().due(THEN, MOST)).contains(id);
        schedules().moveOn(id, Optional.empty(), Optional.empty());
        assertThat(schedules().due(THEN.plusSeconds(90), MOST)).doesNotContain(id);
    }

    @Test
    default void a_due_time_becomes_pending_once_and_is_settled_once() {
        ScheduleId id = added(someone(), Optional.empty()).id();
        ScheduleStart start = ScheduleStart.pending(THEN);
        ScheduleStart done = started(start, "task_1");

        schedules().addStarts(id, List.of(start));
        schedules().addStarts(id, List.of(start, ScheduleStart.pending(THEN.plusSeconds(1))));

        assertThat(schedules().pending(id)).containsExactly(start, ScheduleStart.pending(THEN.plusSeconds(1)));
        assertThat(schedules().settle(id, done)).isTrue();
        assertThat(schedules().settle(id, started(start, "task_2"))).isFalse();
        schedules().addStarts(id, List.of(start));
        assertThat(schedules().pending(id)).containsExactly(ScheduleStart.pending(THEN.plusSeconds(1)));
        assertThat(schedules().unended(id)).containsExactly(done);
        schedules().end(id, done.key());
        assertThat(schedules().unended(id)).isEmpty();
        assertThat(schedules().starts(id, 1)).containsExactly(ScheduleStart.pending(THEN.plusSeconds(1)));
        assertThat(schedules().starts(id, 5)).hasSize(2).contains(done);
    }

    @Test
    default void each_outcome_is_found_as_it_was_stored() {
        ScheduleId id = added(someone(), Optional.empty()).id();
        ScheduleStart failed = new ScheduleStart(
                new ScheduleStart.Key(THEN, true), new Outcome.Failed(new StartFailure("QUEUE_FULL", "no room"), THEN));
        StartedWork workflow = new StartedWork(StartKind.WORKFLOW, "wf_1", Optional.empty());
        ScheduleStart begun = new ScheduleStart(new ScheduleStart.Key(THEN, false), new Outcome.Started(workflow, THEN));
        ScheduleStart missed = ScheduleStart.missed(THEN.minusSeconds(1));

        schedules().addStarts(id, List.of(failed, begun, missed));

        assertThat(schedules().starts(id, 9)).containsExactly(failed, begun, missed);
    }

    @Test
    default void the_last_starts_are_kept_and_all_that_are_pending() {
        ScheduleId id = added(someone(), Optional.empty()).id();
        ScheduleStart pending = ScheduleStart.pending(THEN);
        schedules().addStarts(id, List.of(pending));

        IntStream.rangeClosed(1, ScheduleStore.KEPT_STARTS + 5)
                .forEach(i -> schedules().addStarts(id, List.of(ScheduleStart.missed(THEN.plusSeconds(i)))));

        List<ScheduleStart> kept = schedules().starts(id, MOST);
        assertThat(kept).hasSize(ScheduleStore.KEPT_STARTS + 1).contains(pending);
        assertThat(kept.getFirst().key().dueAt()).isEqualTo(THEN.plusSeconds(ScheduleStore.KEPT_STARTS + 5));
        assertThat(kept).doesNotContain(ScheduleStart.missed(THEN.plusSeconds(5)));
    }

    @Test
    default void a_lock_of_one_transaction_is_refused_to_another() throws Exception {
        ScheduleId id = added(someone(), Optional.empty()).id();
        Callable<Boolean> settle = () -> stores().transactions().inTransaction(() -> {
            boolean isPending = schedules().lock(id).isPresent() && schedules().pending(id).size() == 1;
            return isPending && schedules().settle(id, started(ScheduleStart.pending(THEN), Sample.id("task")));
        });
        schedules().addStarts(id, List.of(ScheduleStart.pending(THEN)));

        List<Boolean> settled = AtOnce.run(Collections.nCopies(8, settle));

        assertThat(settled).containsOnlyOnce(true);
        assertThat(stores().transactions().inTransaction(() -> schedules().tryLock(id))).isPresent();
        assertThat(stores().transactions().inTransaction(() -> schedules().lock(new ScheduleId("sch_none"))))
                .isEmpty();
    }

    @Test
    default void what_a_failed_transaction_has_written_is_undone() {
        ScheduleId id = added(someone(), Optional.empty()).id();

        Undone.after(stores(), () -> {
            schedules().addStarts(id, List.of(ScheduleStart.pending(THEN)));
            schedules().moveOn(id, Optional.of(THEN), Optional.of(THEN));
        });

        assertThat(schedules().pending(id)).isEmpty();
        assertThat(schedules().find(id).flatMap(Schedule::nextAt)).isEmpty();
    }

    @Test
    default void a_look_has_the_time_of_the_store() {
        Instant before = schedules().now();

        ScheduleStore.Look look = schedules().look();

        assertThat(look.now()).isBetween(before, schedules().now());
    }

    @Test
    default void a_schedule_is_removed_with_its_key() {
        UserId owner = someone();
        ApiKeyId key = new ApiKeyId(Sample.id("key"));
        ApiKey made = new ApiKey(
                key,
                owner,
                Optional.of(owner),
                new ApiKeyName("nightly job"),
                "gh_prefix",
                Sample.NOW,
                Optional.empty(),
                Optional.empty(),
                ApiKeyScope.ALL,
                Caller.Key.Limits.NONE);
        stores().apiKeys().add(made, new ApiKeyHash("hash of " + key.value()));
        Schedule plain = schedule(owner, new Timing.At(THEN), Optional.of(THEN));
        Schedule ofKey = Sample.with(
                plain, "actor", new Actor(plain.actor().profileId(), Optional.of(key), Optional.empty()));
        schedules().add(ofKey, MOST);
        schedules().addStarts(ofKey.id(), List.of(ScheduleStart.pending(THEN)));

        stores().apiKeys().remove(key);

        assertThat(schedules().find(ofKey.id())).isEmpty();
        assertThat(schedules().due(THEN, MOST)).doesNotContain(ofKey.id());
        assertThat(schedules().pending(ofKey.id())).isEmpty();
    }

    @Test
    default void erasure_removes_the_schedules_of_a_user() {
        UserId owner = someone();
        Schedule gone = added(owner, Optional.of(THEN));
        Schedule stays = added(someone(), Optional.empty());
        schedules().addStarts(gone.id(), List.of(ScheduleStart.pending(THEN)));

        stores().erase(owner);

        assertThat(schedules().find(gone.id())).isEmpty();
        assertThat(schedules().find(stays.id())).contains(stays);
    }
}
