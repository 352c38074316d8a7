package dev.guildhall.core.inmemory;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.AssistantId;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.assistant.Assistant;
import dev.guildhall.ports.assistant.AssistantStore;
import dev.guildhall.ports.assistant.AssistantSummary;
import dev.guildhall.ports.group.Audience;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.profile.Profile;
import dev.guildhall.ports.storage.Stores;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

final class InMemoryAssistantStore implements AssistantStore {
    private static final Comparator<Assistant> OLDEST_FIRST =
            Comparator.comparing(assistant -> assistant.id().value());

    private final InMemoryTransactions transactions;
    private final Stores stores;
    private final UndoableMap<AssistantId, List<Assistant>> assistants;

    InMemoryAssistantStore(InMemoryTransactions transactions, Stores stores) {
        this.transactions = transactions;
        this.stores = stores;
        this.assistants = new UndoableMap<>(transactions);
    }

    private Stream<Assistant> newest() {
        return assistants.values().stream().map(List::getLast);
    }

    @Override
    public int count(UserId user) {
        return transactions.guarded(() -> (int) newest().filter(assistant ->
                        assistant.countsFor().orElse(assistant.owner()).equals(user))
                .count());
    }

    @Override
    public void add(Assistant assistant) {
        transactions.run(() -> assistants.put(assistant.id(), List.of(counted(assistant))));
    }

    private Assistant counted(Assistant assistant) {
        return assistant.countsFor().flatMap(stores.accounts()::find).isPresent()
                ? assistant
                : assistant.countingForOwner();
    }

    @Override
    public void put(Assistant next) {
        transactions.run(() -> assistants.change(next.id(), versions -> {
            List<Assistant> all = new ArrayList<>(versions);
            all.add(next);
            return List.copyOf(all);
        }));
    }

    @Override
    public void remove(AssistantId id) {
        transactions.run(() -> assistants.remove(id));
    }

    @Override
    public void unshare(UserId owner) {
        transactions.run(() -> newest().filter(assistant -> assistant.owner().equals(owner))
                .map(Assistant::id)
                .toList()
                .forEach(id -> assistants.change(
                        id,
                        versions -> versions.stream().map(Assistant::unshared).toList())));
    }

    @Override
    public Optional<Assistant> find(AssistantId id) {
        return transactions.guarded(() -> assistants.get(id).map(List::getLast));
    }

    @Override
    public Optional<Assistant> lock(AssistantId id) {
        transactions.requireOpen();
        return find(id);
    }

    @Override
    public Optional<Assistant> find(AssistantId id, int version) {
        return transactions.guarded(() -> assistants
                .get(id)
                .flatMap(versions -> versions.stream()
                        .filter(one -> one.version() == version)
                        .findFirst()));
    }

    @Override
    public Optional<Assistant> seen(AssistantId id, UserId by) {
        return transactions.guarded(() -> find(id).filter(assistant -> sees(by, assistant)));
    }

    @Override
    public Optional<Assistant> named(String name, UserId by) {
        Comparator<Assistant> ownFirst =
                Comparator.comparing(assistant -> !assistant.owner().equals(by));
        return transactions.guarded(
                () -> newest().filter(assistant -> assistant.definition().name().equals(name) && sees(by, assistant))
                        .min(ownFirst.thenComparing(OLDEST_FIRST)));
    }

    @Override
    public Page<Assistant> seen(UserId by, PageRequest page) {
        return transactions.guarded(() -> Page.newestFirst(
                newest().filter(assistant -> sees(by, assistant)).toList(), page, Assistant::id));
    }

    @Override
    public List<AssistantSummary> summaries(UserId by, int most) {
        return transactions.guarded(() -> newest().filter(assistant -> sees(by, assistant))
                .sorted(OLDEST_FIRST)
                .limit(most)
                .map(assistant -> new AssistantSummary(
                        assistant.id(),
                        assistant.definition().name(),
                        assistant.definition().description(),
                        assistant.createdAt()))
                .toList());
    }

    private boolean sees(UserId user, Assistant assistant) {
        Audience visibility = assistant.definition().visibility();
        return assistant.owner().equals(user)
                || visibility.everyone()
                || visibility.group().filter(group -> isIn(user, group)).isPresent();
    }

    private boolean isIn(UserId user, GroupId group) {
        return stores.memberships()
                        .hasAny(
                                group,
                                stores.profiles().ofUser(user).stream()
                                        .map(Profile::id)
                                        .toList())
                || stores.groups().ofServiceAccount(user).filter(group::equals).isPresent();
    }

    @Override
    public int erase(UserId user, int most) {
        return transactions.guarded(() -> {
            int removed = assistants.removeWhere(
                    versions -> versions.getLast().owner().equals(user), most);
            List<Assistant> counted = newest().filter(assistant ->
                            assistant.countsFor().filter(user::equals).isPresent())
                    .limit(most - removed)
                    .toList();
            counted.forEach(assistant -> assistants.change(
                    assistant.id(),
                    versions ->
                            versions.stream().map(Assistant::countingForOwner).toList()));
            return removed + counted.size();
        });
    }
}
