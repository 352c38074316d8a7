package dev.guildhall.core.schedule;

import dev.guildhall.core.security.Permissions;
import dev.guildhall.core.start.StartCallers;
import dev.guildhall.core.start.Starts;
import dev.guildhall.ports.Actor;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.TaskProblem;
import dev.guildhall.ports.schedule.CronParser;
import dev.guildhall.ports.schedule.Schedule;
import dev.guildhall.ports.schedule.ScheduleChange;
import dev.guildhall.ports.schedule.ScheduleDefinition;
import dev.guildhall.ports.schedule.ScheduleId;
import dev.guildhall.ports.schedule.ScheduleStart;
import dev.guildhall.ports.schedule.ScheduleStore;
import dev.guildhall.ports.schedule.Schedules;
import dev.guildhall.ports.schedule.Timing;
import dev.guildhall.ports.start.StartedWork;
import dev.guildhall.ports.storage.Stores;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/** Makes, shows and changes schedules. */
public final class ScheduleService implements Schedules {
    private final IdSource ids;
    private final Stores stores;
    private final ScheduleStore store;
    private final Permissions permissions;
    private final DueTimes times;
    private final Starts starts;
    private final StartCallers callers;

    public ScheduleService(
            IdSource ids,
            Stores stores,
            Permissions permissions,
            CronParser parser,
            Starts starts,
            StartCallers callers) {
        this.ids = ids;
        this.stores = stores;
        this.store = stores.schedules();
        this.permissions = permissions;
        this.times = new DueTimes(parser);
        this.starts = starts;
        this.callers = callers;
    }

    @Override
    public Schedule create(Caller caller, ScheduleDefinition definition) {
        Caller.User user = caller.requireUser();
        ScheduleDefinition wanted = named(definition);
        starts.check(user, wanted.start());
        Instant now = now();
        Schedule schedule = new Schedule(
                new ScheduleId(ids.next("sch")),
                user.userId(),
                Actor.of(user),
                wanted,
                now,
                dueFrom(wanted, now, now),
                now,
                now);
        if (!store.add(schedule, MOST)) {
            throw new Refusal(new TaskProblem.TooManySchedules(MOST));
        }
        return schedule;
    }

    private static ScheduleDefinition named(ScheduleDefinition given) {
        return new ScheduleDefinition(
                Text.requireName("name", given.name(), 1, MAX_NAME),
                given.timing(),
                given.zone(),
                given.overlap(),
                given.catchUp(),
                given.start(),
                given.enabled());
    }

    /** Times in responses have milliseconds, so those that intervals count from have no more. */
    private Instant now() {
        return store.now().truncatedTo(ChronoUnit.MILLIS);
    }

    /** Its next due time; empty when it is not enabled. Refuses one that is never due. */
    private Optional<Instant> dueFrom(ScheduleDefinition definition, Instant anchor, Instant now) {
        Optional<Instant> next = times.next(definition.timing(), definition.zone(), anchor, now);
        if (next.isEmpty()) {
            throw Refusal.invalid(field(definition.timing()), "is never due from now on");
        }
        return next.filter(due -> definition.enabled());
    }

    private static String field(Timing timing) {
        return switch (timing) {
            case Timing.Cron ignored -> "cron";
            case Timing.Every ignored -> "everySeconds";
            case Timing.At ignored -> "at";
        };
    }

    @Override
    public Page<Schedule> list(Caller caller, PageRequest page) {
        return callers.keys()
                .only(
                        store.list(caller.requireUser().userId(), page),
                        schedule -> schedule.actor().keyId(),
                        ended -> store.remove(ended.id()));
    }

    @Override
    public Schedule find(Caller caller, ScheduleId id) {
        return seen(
                caller.requireUser(),
                callers.keys()
                        .only(store.find(id), schedule -> schedule.actor().keyId(), ended -> store.remove(ended.id())));
    }

    private Schedule seen(Caller.User user, Optional<Schedule> found) {
        return found.filter(schedule -> permissions.sees(user, schedule.owner()))
                .orElseThrow(() -> new Refusal(new CommonProblem.NotFound("schedule")));
    }

    @Override
    public List<ScheduleStart> starts(Caller caller, ScheduleId id) {
        find(caller, id);
        return store.starts(id, ScheduleStore.KEPT_STARTS);
    }

    @Override
    public Schedule change(Caller caller, ScheduleId id, ScheduleChange change) {
        Caller.User user = caller.requireUser();
        Schedule seen = find(user, id);
        change.start().ifPresent(start -> starts.check(callers.of(seen.owner(), seen.actor(), id.value()), start));
        return stores.transactions().inTransaction(() -> {
            Schedule changed = changed(seen(user, store.lock(id)), change, now());
            store.replace(changed);
            return changed;
        });
    }

    private Schedule changed(Schedule before, ScheduleChange change, Instant now) {
        ScheduleDefinition wanted = named(change.of(before.definition()));
        boolean isRetimed = change.timing().isPresent()
                || change.zone().isPresent()
                || change.enabled().isPresent();
        Instant anchor = change.timing().isPresent() ? now : before.anchor();
        Optional<Instant> nextAt = isRetimed ? dueFrom(wanted, anchor, now) : before.nextAt();
        return new Schedule(
                before.id(), before.owner(), before.actor(), wanted, anchor, nextAt, before.createdAt(), now);
    }

    @Override
    public void delete(Caller caller, ScheduleId id) {
        find(caller, id);
        if (!store.remove(id)) {
            throw new Refusal(new CommonProblem.NotFound("schedule"));
        }
    }

    @Override
    public StartedWork trigger(Caller caller, ScheduleId id) {
        Schedule schedule = find(caller, id);
        Caller.User owner = callers.of(schedule.owner(), schedule.actor(), id.value());
        return stores.transactions().inTransaction(() -> {
            StartedWork work = starts.start(owner, schedule.definition().start());
            Instant now = store.now();
            ScheduleStart.Key key = new ScheduleStart.Key(now, true);
            store.addStarts(id, List.of(new ScheduleStart(key, new ScheduleStart.Outcome.Started(work, now))));
            return work;
        });
    }

    @Override
    public List<Instant> next(Caller caller, ScheduleId id, int count) {
        if (count < 1 || count > MOST_NEXT) {
            throw Refusal.invalid("count", "must be 1 to " + MOST_NEXT);
        }
        return times.next(find(caller, id), store.now(), count);
    }
}
