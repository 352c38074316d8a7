package dev.guildhall.core.inmemory.task;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.workflow.WorkflowDefinition;
import dev.guildhall.ports.workflow.WorkflowDefinitionId;
import dev.guildhall.ports.workflow.WorkflowDefinitionStore;
import dev.guildhall.ports.workflow.WorkflowDefinitionSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Definitions of workflows in memory, each with its last versions, oldest first. */
public final class InMemoryWorkflowDefinitionStore implements WorkflowDefinitionStore {
    private final InMemoryTransactions transactions;
    private final Stores stores;
    private final UndoableMap<WorkflowDefinitionId, List<WorkflowDefinition>> definitions;

    public InMemoryWorkflowDefinitionStore(InMemoryTransactions transactions, Stores stores) {
        this.transactions = transactions;
        this.stores = stores;
        this.definitions = new UndoableMap<>(transactions);
    }

    private Stream<WorkflowDefinition> newest() {
        return definitions.values().stream().map(List::getLast);
    }

    @Override
    public int count(UserId user) {
        return transactions.guarded(() -> (int) newest().filter(definition ->
                        definition.countsFor().orElse(definition.owner()).equals(user))
                .count());
    }

    @Override
    public void add(WorkflowDefinition definition) {
        transactions.run(() -> definitions.put(definition.id(), List.of(counted(definition))));
    }

    private WorkflowDefinition counted(WorkflowDefinition definition) {
        return definition.countsFor().flatMap(stores.accounts()::find).isPresent()
                ? definition
                : definition.countingForOwner();
    }

    @Override
    public void put(WorkflowDefinition next, int kept) {
        transactions.run(() -> definitions.change(next.id(), versions -> {
            List<WorkflowDefinition> all = new ArrayList<>(versions);
            all.add(next);
            return List.copyOf(all.subList(Math.max(0, all.size() - kept), all.size()));
        }));
    }

    @Override
    public void remove(WorkflowDefinitionId id) {
        transactions.run(() -> definitions.remove(id));
    }

    @Override
    public Optional<WorkflowDefinition> find(WorkflowDefinitionId id) {
        return transactions.guarded(() -> definitions.get(id).map(List::getLast));
    }

    @Override
    public Optional<WorkflowDefinition> find(WorkflowDefinitionId id, int version) {
        return transactions.guarded(() -> definitions
                .get(id)
                .flatMap(versions -> versions.stream()
                        .filter(one -> one.version() == version)
                        .findFirst()));
    }

    @Override
    public Optional<WorkflowDefinition> lock(WorkflowDefinitionId id) {
        transactions.requireOpen();
        return find(id);
    }

    @Override
    public Page<WorkflowDefinitionSummary> list(Optional<UserId> owner, PageRequest page) {
        return transactions.guarded(() -> {
            Page<WorkflowDefinition> found = Page.newestFirst(
                    newest().filter(definition ->
                                    owner.map(definition.owner()::equals).orElse(true))
                            .toList(),
                    page,
                    WorkflowDefinition::id);
            return new Page<>(
                    found.items().stream()
                            .map(InMemoryWorkflowDefinitionStore::summary)
                            .toList(),
                    found.next());
        });
    }

    private static WorkflowDefinitionSummary summary(WorkflowDefinition definition) {
        return new WorkflowDefinitionSummary(
                definition.id(),
                definition.version(),
                definition.content().name(),
                definition.content().steps().size(),
                definition.createdAt(),
                definition.updatedAt());
    }

    @Override
    public int erase(UserId user, int most) {
        return transactions.guarded(() -> {
            int removed = definitions.removeWhere(
                    versions -> versions.getLast().owner().equals(user), most);
            List<WorkflowDefinition> counted = newest().filter(definition ->
                            definition.countsFor().filter(user::equals).isPresent())
                    .limit(most - removed)
                    .toList();
            counted.forEach(definition -> definitions.change(
                    definition.id(),
                    versions -> versions.stream()
                            .map(WorkflowDefinition::countingForOwner)
                            .toList()));
            return removed + counted.size();
        });
    }
}
