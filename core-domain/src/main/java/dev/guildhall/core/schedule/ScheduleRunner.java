package dev.guildhall.core.schedule;

import dev.guildhall.core.start.StartCallers;
import dev.guildhall.core.start.Starts;
import dev.guildhall.core.time.DueWork;
import dev.guildhall.core.time.OutageLog;
import dev.guildhall.core.time.Threads;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.schedule.CronParser;
import dev.guildhall.ports.schedule.Overlap;
import dev.guildhall.ports.schedule.Schedule;
import dev.guildhall.ports.schedule.ScheduleId;
import dev.guildhall.ports.schedule.ScheduleStart;
import dev.guildhall.ports.schedule.ScheduleStart.Outcome;
import dev.guildhall.ports.schedule.ScheduleStart.SkipReason;
import dev.guildhall.ports.schedule.ScheduleStore;
import dev.guildhall.ports.schedule.Schedules;
import dev.guildhall.ports.start.StartedWork;
import dev.guildhall.ports.storage.Stores;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Starts the work of schedules that are due (schedules-5 to schedules-8). All nodes do it: due times that have passed become
 * pending starts in the transaction that sets the next due time, and each pending start begins its work in the transaction that
 * notes what it has started. So each due time starts at most one piece of work, and a node that fails loses none.
 */
public final class ScheduleRunner implements DueWork {
    private static final Logger LOG = System.getLogger(ScheduleRunner.class.getName());

    private static final Duration EVERY = Duration.ofSeconds(1);
    private static final Duration SOON = Duration.ofMillis(100);
    /** So that a node does not look all the time while another one is at the same schedule. */
    private static final Duration SHORTEST = Duration.ofMillis(10);
    /** Another node takes the pending starts of a node that failed after that time. */
    private static final Duration LEASE = Duration.ofSeconds(5);
    /** A clock that moves further than the time that has passed, by more than that, was set. */
    private static final Duration JUMP = Duration.ofMinutes(1);

    private static final int AT_ONCE = 16;
    private static final int BATCHES = 1_000;

    private final Ticker ticker;
    private final Threads threads;
    private final Stores stores;
    private final ScheduleStore store;
    private final DueTimes times;
    private final Starts starts;
    private final StartCallers callers;
    private final OutageLog outages = new OutageLog(LOG, EVERY);
    private volatile Optional<Instant> lastLook = Optional.empty();

    public ScheduleRunner(
            Ticker ticker, Threads threads, Stores stores, CronParser parser, Starts starts, StartCallers callers) {
        this.ticker = ticker;
        this.threads = threads;
        this.stores = stores;
        this.store = stores.schedules();
        this.times = new DueTimes(parser);
        this.starts = starts;
        this.callers = callers;
    }

    @Override
    public void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                ticker.pause(round());
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean runDue(Instant now) {
        return startDue();
    }

    /** Returns the time until the next round. */
    private Duration round() {
        try {
            startDue();
            outages.succeeded();
            Optional<Duration> untilNext = store.nextLook().map(at -> Duration.between(store.now(), at));
            return untilNext
                    .filter(time -> time.compareTo(EVERY) < 0)
                    .map(time -> time.compareTo(SHORTEST) < 0 ? SHORTEST : time)
                    .orElse(EVERY);
        } catch (RuntimeException | Error outage) {
            if (!Thread.currentThread().isInterrupted()) {
                outages.failed("{0} failed, next try in {1}: {2}", "the look for due schedules", EVERY, outage);
            }
            return EVERY;
        }
    }

    private boolean startDue() {
        ScheduleStore.Look look = store.look();
        noteJump(look.now());
        boolean any = false;
        List<ScheduleId> due = store.due(look.now(), AT_ONCE);
        for (int batches = 1; !due.isEmpty() && batches < BATCHES; batches++) {
            any = true;
            if (!startAll(due, look)) {
                return false;
            }
            due = store.due(look.now(), AT_ONCE);
        }
        return any;
    }

    private void noteJump(Instant now) {
        lastLook.ifPresent(last -> {
            Duration passed = Duration.between(last, now);
            if (passed.isNegative() || passed.compareTo(JUMP) > 0) {
                LOG.log(
                        Level.WARNING,
                        "the clock of the store is {0} after the last look for due schedules: it was set, or this node"
                                + " was stopped",
                        passed);
            }
        });
        lastLook = Optional.of(now);
    }

    /** False when one of them failed, or another node is at it. */
    private boolean startAll(List<ScheduleId> due, ScheduleStore.Look look) {
        AtomicInteger started = new AtomicInteger();
        try (ExecutorService each = threads.executor()) {
            due.forEach(id -> each.execute(() -> {
                if (started(id, look)) {
                    started.incrementAndGet();
                }
            }));
        }
        return started.get() == due.size();
    }

    private boolean started(ScheduleId id, ScheduleStore.Look look) {
        try {
            boolean isOurs = stores.transactions().inTransaction(() -> moveOn(id, look));
            if (isOurs) {
                settle(id);
            }
            return isOurs;
        } catch (RuntimeException | Error outage) {
            if (!Thread.currentThread().isInterrupted()) {
                LOG.log(Level.WARNING, "the schedule {0} could not start its work: {1}", id.value(), outage.toString());
                store.lookAgain(id, Optional.of(look.now().plus(LEASE)));
            }
            return false;
        }
    }

    /** Makes due times that have passed pending; false when another node does it. */
    private boolean moveOn(ScheduleId id, ScheduleStore.Look look) {
        Optional<Schedule> locked = store.tryLock(id);
        locked.ifPresent(schedule -> {
            if (!callers.keys().isLive(schedule.actor().keyId())) {
                store.remove(id);
                return;
            }
            DueTimes.Passed passed = times.passed(schedule, look);
            store.addStarts(id, passed.starts());
            store.moveOn(id, passed.nextAt(), Optional.of(look.now().plus(LEASE)));
        });
        return locked.isPresent();
    }

    private void settle(ScheduleId id) {
        List<ScheduleStart> pending = store.pending(id);
        int waiting = 0;
        for (ScheduleStart start : pending) {
            if (waiting > 0 || !settled(id, start)) {
                waiting++;
                if (waiting > Schedules.MOST_WAITING) {
                    store.settle(id, skipped(start, SkipReason.QUEUE_FULL));
                }
            }
        }
        store.lookAgain(id, waiting == 0 ? Optional.empty() : Optional.of(againAfterEarlierWork(id)));
    }

    /** Work that has just begun may be short: those that wait for its end are not held up by the looks for it. */
    private Instant againAfterEarlierWork(ScheduleId id) {
        Instant now = store.now();
        boolean isNew = store.unended(id).stream()
                .anyMatch(start -> start.outcome() instanceof Outcome.Started(StartedWork ignored, Instant at)
                        && at.plus(EVERY).isAfter(now));
        return now.plus(isNew ? SOON : EVERY);
    }

    private static ScheduleStart skipped(ScheduleStart start, SkipReason reason) {
        return new ScheduleStart(start.key(), new Outcome.Skipped(reason));
    }

    /** False when the start waits for earlier work, or another node does it. */
    private boolean settled(ScheduleId id, ScheduleStart start) {
        try {
            return stores.transactions().inTransaction(() -> begin(id, start));
        } catch (Refusal refused) {
            if (refused.isOutage()) {
                throw refused;
            }
            store.settle(id, new ScheduleStart(start.key(), new Outcome.Failed(Starts.failure(refused), store.now())));
            return true;
        }
    }

    private boolean begin(ScheduleId id, ScheduleStart start) {
        Optional<Schedule> locked = store.tryLock(id);
        if (locked.isEmpty()) {
            return false;
        }
        Schedule schedule = locked.get();
        if (!store.pending(id).contains(start)) {
            return true;
        }
        Overlap overlap = schedule.definition().overlap();
        List<ScheduleStart> running = running(id);
        if (!running.isEmpty() && overlap == Overlap.QUEUE) {
            return false;
        }
        if (!running.isEmpty() && overlap == Overlap.SKIP) {
            return store.settle(id, skipped(start, SkipReason.OVERLAP));
        }
        Caller.User owner = callers.of(schedule.owner(), schedule.actor(), id.value());
        running.forEach(earlier -> cancel(owner, id, earlier));
        StartedWork work = starts.start(owner, schedule.definition().start());
        return store.settle(id, new ScheduleStart(start.key(), new Outcome.Started(work, store.now())));
    }

    private List<ScheduleStart> running(ScheduleId id) {
        return store.unended(id).stream()
                .filter(start -> {
                    boolean hasEnded = works(start).allMatch(starts::hasEnded);
                    if (hasEnded) {
                        store.end(id, start.key());
                    }
                    return !hasEnded;
                })
                .toList();
    }

    private static Stream<StartedWork> works(ScheduleStart start) {
        return start.outcome() instanceof Outcome.Started started ? Stream.of(started.work()) : Stream.empty();
    }

    private void cancel(Caller.User owner, ScheduleId id, ScheduleStart earlier) {
        works(earlier).forEach(work -> starts.cancel(owner, work));
        store.end(id, earlier.key());
    }
}
