package dev.guildhall.core.inmemory;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.Actor;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.schedule.Schedule;
import dev.guildhall.ports.schedule.ScheduleId;
import dev.guildhall.ports.schedule.ScheduleStart;
import dev.guildhall.ports.schedule.ScheduleStart.Outcome;
import dev.guildhall.ports.schedule.ScheduleStore;
import dev.guildhall.ports.storage.Stores;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A schedule whose API key was removed is not found any more, and removed at the next write. */
final class InMemoryScheduleStore implements ScheduleStore {
    private static final Comparator<ScheduleStart.Key> OLDEST_FIRST =
            Comparator.comparing(ScheduleStart.Key::dueAt).thenComparing(ScheduleStart.Key::byHand);

    private final InMemoryTransactions transactions;
    private final Stores stores;
    private final InstantSource clock;
    private final UndoableMap<ScheduleId, Entry> schedules;
    private Optional<Instant> lookedAt = Optional.empty();
    private Optional<Gap> gap = Optional.empty();

    private record Kept(ScheduleStart start, boolean isEnded) {
        boolean isPending() {
            return start.outcome() instanceof Outcome.Pending;
        }

        boolean isUnended() {
            return start.outcome() instanceof Outcome.Started && !isEnded;
        }
    }

    private record Entry(Schedule schedule, Optional<Instant> lookAt, Map<ScheduleStart.Key, Kept> starts) {
        Entry with(Schedule changed, Optional<Instant> look) {
            return new Entry(changed, look, starts);
        }

        Entry with(ScheduleStart.Key key, Kept kept) {
            Map<ScheduleStart.Key, Kept> changed = new TreeMap<>(OLDEST_FIRST);
            changed.putAll(starts);
            changed.put(key, kept);
            return new Entry(schedule, lookAt, changed);
        }

        Entry pruned() {
            Map<ScheduleStart.Key, Kept> changed = new TreeMap<>(OLDEST_FIRST);
            changed.putAll(starts);
            long tooMany =
                    starts.values().stream().filter(kept -> !kept.isPending()).count() - KEPT_STARTS;
            starts.values().stream()
                    .filter(kept -> !kept.isPending())
                    .limit(Math.max(0, tooMany))
                    .forEach(kept -> changed.remove(kept.start().key()));
            return new Entry(schedule, lookAt, changed);
        }

        List<ScheduleStart> which(Predicate<Kept> condition) {
            return starts.values().stream().filter(condition).map(Kept::start).toList();
        }
    }

    InMemoryScheduleStore(InMemoryTransactions transactions, Stores stores, InstantSource clock) {
        this.transactions = transactions;
        this.stores = stores;
        this.clock = clock;
        this.schedules = new UndoableMap<>(transactions);
    }

    private boolean exists(Entry entry) {
        return entry.schedule()
                .actor()
                .keyId()
                .map(key -> stores.apiKeys().find(key).isPresent())
                .orElse(true);
    }

    private Optional<Entry> entry(ScheduleId id) {
        return schedules.get(id).filter(this::exists);
    }

    private Stream<Entry> all() {
        return schedules.values().stream().filter(this::exists);
    }

    @Override
    public Look look() {
        return transactions.guarded(() -> {
            Instant now = clock.instant();
            gap = lookedAt.filter(last -> last.isBefore(now.minus(MOST_BETWEEN_LOOKS)))
                    .map(last -> new Gap(last, now))
                    .or(() -> gap);
            lookedAt = Optional.of(now);
            return new Look(now, gap);
        });
    }

    @Override
    public Instant now() {
        return clock.instant();
    }

    @Override
    public boolean add(Schedule schedule, int most) {
        return transactions.guarded(() -> {
            schedules.removeWhere(entry -> !exists(entry));
            long counted = schedules
                    .where(entry -> entry.schedule().countsFor().equals(schedule.countsFor()))
                    .count();
            if (counted >= most) {
                return false;
            }
            schedules.put(schedule.id(), new Entry(schedule, schedule.nextAt(), Map.of()));
            return true;
        });
    }

    @Override
    public Optional<Schedule> find(ScheduleId id) {
        return transactions.guarded(() -> entry(id).map(Entry::schedule));
    }

    @Override
    public Page<Schedule> list(UserId owner, PageRequest page) {
        return transactions.guarded(() -> Page.newestFirst(
                all().map(Entry::schedule)
                        .filter(schedule -> schedule.owner().equals(owner))
                        .toList(),
                page,
                Schedule::id));
    }

    @Override
    public boolean replace(Schedule schedule) {
        return transactions.guarded(() -> {
            Optional<Entry> known = entry(schedule.id());
            known.ifPresent(entry -> schedules.put(
                    schedule.id(),
                    entry.with(
                            schedule,
                            entry.which(Kept::isPending).isEmpty()
                                    ? schedule.nextAt()
                                    : Optional.of(clock.instant()))));
            return known.isPresent();
        });
    }

    @Override
    public boolean remove(ScheduleId id) {
        return transactions.guarded(
                () -> entry(id).isPresent() && schedules.remove(id).isPresent());
    }

    @Override
    public List<ScheduleId> due(Instant now, int most) {
        return transactions.guarded(() -> all().filter(
                        entry -> entry.lookAt().filter(at -> !at.isAfter(now)).isPresent())
                .sorted(Comparator.comparing(entry -> entry.lookAt().orElseThrow()))
                .limit(most)
                .map(entry -> entry.schedule().id())
                .toList());
    }

    @Override
    public Optional<Instant> nextLook() {
        return transactions.guarded(
                () -> all().flatMap(entry -> entry.lookAt().stream()).min(Comparator.naturalOrder()));
    }

    @Override
    public Optional<Schedule> lock(ScheduleId id) {
        transactions.requireOpen();
        return find(id);
    }

    @Override
    public Optional<Schedule> tryLock(ScheduleId id) {
        return lock(id);
    }

    @Override
    public void addStarts(ScheduleId id, List<ScheduleStart> added) {
        transactions.run(() -> entry(id).ifPresent(known -> {
            Entry changed = known;
            for (ScheduleStart start : added) {
                changed = changed.starts().containsKey(start.key())
                        ? changed
                        : changed.with(start.key(), new Kept(start, false));
            }
            schedules.put(id, changed.pruned());
        }));
    }

    @Override
    public void moveOn(ScheduleId id, Optional<Instant> nextAt, Optional<Instant> again) {
        transactions.run(() ->
                schedules.change(id, entry -> entry.with(due(entry.schedule(), nextAt), earlier(nextAt, again))));
    }

    private static Optional<Instant> earlier(Optional<Instant> one, Optional<Instant> other) {
        return Stream.concat(one.stream(), other.stream()).min(Comparator.naturalOrder());
    }

    private static Schedule due(Schedule schedule, Optional<Instant> nextAt) {
        return new Schedule(
                schedule.id(),
                schedule.owner(),
                schedule.actor(),
                schedule.definition(),
                schedule.anchor(),
                nextAt,
                schedule.createdAt(),
                schedule.updatedAt());
    }

    @Override
    public void lookAgain(ScheduleId id, Optional<Instant> again) {
        transactions.run(() -> schedules.change(
                id,
                entry -> entry.with(
                        entry.schedule(), again.or(() -> entry.schedule().nextAt()))));
    }

    @Override
    public List<ScheduleStart> pending(ScheduleId id) {
        return which(id, Kept::isPending);
    }

    private List<ScheduleStart> which(ScheduleId id, Predicate<Kept> condition) {
        return transactions.guarded(
                () -> entry(id).map(entry -> entry.which(condition)).orElse(List.of()));
    }

    @Override
    public boolean settle(ScheduleId id, ScheduleStart start) {
        return transactions.guarded(() -> {
            boolean isPending = entry(id)
                    .map(entry -> entry.starts().get(start.key()))
                    .filter(Kept::isPending)
                    .isPresent();
            if (isPending) {
                schedules.change(id, entry -> entry.with(start.key(), new Kept(start, false)));
            }
            return isPending;
        });
    }

    @Override
    public List<ScheduleStart> unended(ScheduleId id) {
        return which(id, Kept::isUnended);
    }

    @Override
    public void end(ScheduleId id, ScheduleStart.Key start) {
        transactions.run(() -> schedules.change(
                id,
                entry -> Optional.ofNullable(entry.starts().get(start))
                        .map(kept -> entry.with(start, new Kept(kept.start(), true)))
                        .orElse(entry)));
    }

    @Override
    public List<ScheduleStart> starts(ScheduleId id, int most) {
        return which(id, kept -> true).reversed().stream().limit(most).toList();
    }

    @Override
    public int erase(UserId user, int most) {
        return transactions.guarded(() -> {
            schedules.removeWhere(entry -> !exists(entry));
            int removed =
                    schedules.removeWhere(entry -> entry.schedule().owner().equals(user), most);
            List<Entry> counted = schedules
                    .where(entry -> entry.schedule().actor().countsFor().equals(Optional.of(user)))
                    .limit(most - removed)
                    .toList();
            counted.forEach(entry -> schedules.put(
                    entry.schedule().id(), entry.with(countingForOwner(entry.schedule()), entry.lookAt())));
            return removed + counted.size();
        });
    }

    private static Schedule countingForOwner(Schedule schedule) {
        return new Schedule(
                schedule.id(),
                schedule.owner(),
                new Actor(schedule.actor().profileId(), schedule.actor().keyId(), Optional.empty()),
                schedule.definition(),
                schedule.anchor(),
                schedule.nextAt(),
                schedule.createdAt(),
                schedule.updatedAt());
    }
}
