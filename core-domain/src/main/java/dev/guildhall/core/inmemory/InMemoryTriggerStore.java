package dev.guildhall.core.inmemory;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.Actor;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.trigger.Trigger;
import dev.guildhall.ports.trigger.TriggerCall;
import dev.guildhall.ports.trigger.TriggerId;
import dev.guildhall.ports.trigger.TriggerSecret;
import dev.guildhall.ports.trigger.TriggerStore;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A trigger whose API key was removed is not found any more, and removed at the next write. */
final class InMemoryTriggerStore implements TriggerStore {
    private final InMemoryTransactions transactions;
    private final Stores stores;
    private final UndoableMap<TriggerId, Entry> triggers;
    private final UndoableMap.Groups<TriggerId, Entry, String> byAddress;

    /** The latest call first. */
    private record Entry(Trigger trigger, TriggerSecret secret, List<TriggerCall> calls) {
        Entry with(Trigger changed) {
            return new Entry(changed, secret, calls);
        }

        Entry with(TriggerCall call) {
            List<TriggerCall> kept = Stream.concat(Stream.of(call), calls.stream())
                    .limit(KEPT_CALLS)
                    .toList();
            return new Entry(trigger, secret, kept);
        }
    }

    InMemoryTriggerStore(InMemoryTransactions transactions, Stores stores) {
        this.transactions = transactions;
        this.stores = stores;
        this.triggers = new UndoableMap<>(transactions);
        this.byAddress = triggers.by(entry -> entry.trigger().address());
    }

    private boolean exists(Entry entry) {
        return entry.trigger()
                .actor()
                .keyId()
                .map(key -> stores.apiKeys().find(key).isPresent())
                .orElse(true);
    }

    private Optional<Entry> entry(TriggerId id) {
        return triggers.get(id).filter(this::exists);
    }

    @Override
    public boolean add(Trigger trigger, TriggerSecret secret, int most) {
        return transactions.guarded(() -> {
            triggers.removeWhere(entry -> !exists(entry));
            long counted = triggers.where(entry -> entry.trigger().countsFor().equals(trigger.countsFor()))
                    .count();
            if (counted >= most) {
                return false;
            }
            triggers.put(trigger.id(), new Entry(trigger, secret, List.of()));
            return true;
        });
    }

    @Override
    public Optional<Trigger> find(TriggerId id) {
        return transactions.guarded(() -> entry(id).map(Entry::trigger));
    }

    @Override
    public Optional<Trigger> at(String address) {
        return transactions.guarded(() ->
                byAddress.of(address).filter(this::exists).map(Entry::trigger).findFirst());
    }

    @Override
    public Optional<TriggerSecret> secret(TriggerId id) {
        return transactions.guarded(() -> entry(id).map(Entry::secret));
    }

    @Override
    public Page<Trigger> list(UserId owner, PageRequest page) {
        return transactions.guarded(() -> Page.newestFirst(
                triggers.where(entry -> entry.trigger().owner().equals(owner) && exists(entry))
                        .map(Entry::trigger)
                        .toList(),
                page,
                Trigger::id));
    }

    @Override
    public boolean replace(Trigger trigger) {
        return transactions.guarded(() -> {
            Optional<Entry> known = entry(trigger.id());
            known.ifPresent(entry -> triggers.put(trigger.id(), entry.with(trigger)));
            return known.isPresent();
        });
    }

    @Override
    public boolean remove(TriggerId id) {
        return transactions.guarded(
                () -> entry(id).isPresent() && triggers.remove(id).isPresent());
    }

    @Override
    public void addCall(TriggerId id, TriggerCall call) {
        transactions.run(() -> triggers.change(id, entry -> entry.with(call)));
    }

    @Override
    public List<TriggerCall> calls(TriggerId id) {
        return transactions.guarded(() -> entry(id).map(Entry::calls).orElse(List.of()));
    }

    @Override
    public int erase(UserId user, int most) {
        return transactions.guarded(() -> {
            triggers.removeWhere(entry -> !exists(entry));
            int removed = triggers.removeWhere(entry -> entry.trigger().owner().equals(user), most);
            List<Entry> counted = triggers.where(
                            entry -> entry.trigger().actor().countsFor().equals(Optional.of(user)))
                    .limit(most - removed)
                    .toList();
            counted.forEach(entry -> triggers.put(entry.trigger().id(), entry.with(countingForOwner(entry.trigger()))));
            return removed + counted.size();
        });
    }

    private static Trigger countingForOwner(Trigger trigger) {
        return new Trigger(
                trigger.id(),
                trigger.owner(),
                new Actor(trigger.actor().profileId(), trigger.actor().keyId(), Optional.empty()),
                trigger.name(),
                trigger.start(),
                trigger.address(),
                trigger.createdAt(),
                trigger.updatedAt());
    }
}
