package dev.guildhall.core.inmemory;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.execution.Execution;
import dev.guildhall.ports.execution.ExecutionId;
import dev.guildhall.ports.execution.ExecutionState;
import dev.guildhall.ports.execution.ExecutionStore;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.NodeDetails;
import dev.guildhall.ports.task.NodeId;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolId;
import dev.guildhall.ports.tool.ToolOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Executions in memory: only the latest ones, so that the memory of an embedded core without a sweep stays bounded. */
final class InMemoryExecutionStore implements ExecutionStore {
    private static final int MOST = 10_000;

    private final InMemoryTransactions transactions;
    private final Stores stores;
    private final UndoableMap<ExecutionId, Execution> executions;
    private final UndoableMap<ExecutionId, NodeId> holders;

    public InMemoryExecutionStore(InMemoryTransactions transactions, Stores stores) {
        this.transactions = transactions;
        this.stores = stores;
        this.executions = new UndoableMap<>(transactions);
        this.holders = new UndoableMap<>(transactions);
    }

    @Override
    public void add(Execution execution, Optional<NodeId> node) {
        transactions.run(() -> {
            executions.put(execution.id(), execution);
            node.ifPresent(holder -> holders.put(execution.id(), holder));
            if (executions.size() > MOST) {
                executions.eldest().ifPresent(this::remove);
            }
        });
    }

    @Override
    public void remove(ExecutionId id) {
        transactions.run(() -> {
            executions.remove(id);
            holders.remove(id);
        });
    }

    @Override
    public Optional<Execution> find(ExecutionId id) {
        return transactions.guarded(() -> executions.get(id));
    }

    @Override
    public boolean end(ExecutionId id, ExecutionState.Ended ended) {
        return transactions.guarded(() -> {
            Optional<Execution> running =
                    executions.get(id).filter(execution -> execution.state() instanceof ExecutionState.Running);
            running.ifPresent(execution -> {
                executions.put(id, execution.with(withoutData(ended)));
                holders.remove(id);
            });
            return running.isPresent();
        });
    }

    @Override
    public Page<Execution> ofTool(ToolId toolId, UserId userId, PageRequest page) {
        Predicate<Execution> own = execution -> execution.toolId().equals(toolId)
                && execution.userId().equals(userId)
                && execution.state() instanceof ExecutionState.Ended;
        return transactions.guarded(() -> Page.newestFirst(executions.where(own).toList(), page, Execution::id));
    }

    @Override
    public int endAbandoned(Instant startedBefore, Instant now) {
        return transactions.guarded(() -> {
            Set<NodeId> live =
                    stores.tasks().nodes().stream().map(NodeDetails::id).collect(Collectors.toSet());
            List<Execution> abandoned = executions
                    .where(execution -> execution.state() instanceof ExecutionState.Running)
                    .filter(execution -> holders.get(execution.id())
                            .map(holder -> !live.contains(holder))
                            .orElseGet(() -> execution.startedAt().isBefore(startedBefore)))
                    .toList();
            abandoned.forEach(execution -> end(
                    execution.id(),
                    new ExecutionState.Ended(
                            ExecutionState.OUTCOME_UNKNOWN, Duration.between(execution.startedAt(), now))));
            return abandoned.size();
        });
    }

    @Override
    public int sweep(Instant before, int most) {
        return transactions.guarded(
                () -> remove(execution -> execution.startedAt().isBefore(before), most));
    }

    @Override
    public int erase(UserId user, int most) {
        return transactions.guarded(() -> remove(execution -> execution.userId().equals(user), most));
    }

    private int remove(Predicate<Execution> which, int most) {
        List<Execution> some = executions.where(which).limit(most).toList();
        some.forEach(execution -> remove(execution.id()));
        return some.size();
    }

    private static ExecutionState.Ended withoutData(ExecutionState.Ended ended) {
        return switch (ended.outcome()) {
            case ToolOutcome.Success ignored ->
                new ExecutionState.Ended(new ToolOutcome.Success(Map.of()), ended.duration());
            case ToolOutcome.Failure(FailureKind kind, String message, var later, var missing) ->
                new ExecutionState.Ended(new ToolOutcome.Failure(kind, message), ended.duration());
        };
    }
}
