package dev.guildhall.core.inmemory;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.Approval;
import dev.guildhall.ports.agent.ApprovalDecision;
import dev.guildhall.ports.approval.ApprovalPolicy;
import dev.guildhall.ports.approval.ApprovalRule;
import dev.guildhall.ports.approval.ApprovalStore;
import dev.guildhall.ports.approval.StoredApproval;
import dev.guildhall.ports.approval.SuspendedAnswer;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.webhook.WebhookEvent;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Policies, and answers that wait for approvals, in memory. What belongs to a chat is gone with it. */
final class InMemoryApprovalStore implements ApprovalStore {
    private final InMemoryTransactions transactions;
    private final Stores stores;
    private final UndoableMap<UserId, ApprovalPolicy> policies;
    private final UndoableMap<String, Waiting> suspended;
    private final UndoableMap<String, Row> approvals;
    private final UndoableMap<String, Asking> asking;
    private long added;

    InMemoryApprovalStore(InMemoryTransactions transactions, Stores stores) {
        this.transactions = transactions;
        this.stores = stores;
        this.policies = new UndoableMap<>(transactions);
        this.suspended = new UndoableMap<>(transactions);
        this.approvals = new UndoableMap<>(transactions);
        this.asking = new UndoableMap<>(transactions);
    }

    private record Asking(UserId owner, Optional<ChatId> chatId) {}

    private record Waiting(SuspendedAnswer answer, Optional<Instant> decidedAt) {
        Optional<Instant> readyAt(Instant now) {
            return decidedAt.or(() -> Optional.of(answer.expiresAt()).filter(end -> !end.isAfter(now)));
        }
    }

    private record Row(long number, StoredApproval stored) {
        Approval asked() {
            return stored.asked();
        }

        Row with(StoredApproval other) {
            return new Row(number, other);
        }
    }

    @Override
    public Optional<ApprovalPolicy> policy(UserId userId) {
        return transactions.guarded(() -> policies.get(userId));
    }

    @Override
    public void putPolicy(UserId userId, ApprovalPolicy policy) {
        transactions.run(() -> {
            if (stores.accounts().find(userId).isPresent()) {
                policies.put(userId, policy);
            }
        });
    }

    @Override
    public Map<String, ApprovalRule> remembered(String scope) {
        return transactions.guarded(() -> {
            Map<String, ApprovalRule> rules = new HashMap<>();
            rows(row -> row.asked().scope().equals(scope))
                    .sorted(Comparator.comparingLong(Row::number))
                    .forEach(row -> row.stored()
                            .decision()
                            .filter(made -> made.remember() == ApprovalDecision.Remember.CHAT)
                            .ifPresent(made -> rules.put(
                                    row.asked().tool(),
                                    made.verdict() == ApprovalDecision.Verdict.APPROVE
                                            ? ApprovalRule.ALLOW
                                            : ApprovalRule.DENY)));
            return Map.copyOf(rules);
        });
    }

    private Stream<Row> rows(Predicate<Row> condition) {
        return approvals.values().stream().filter(row -> isThere(row.asked())).filter(condition);
    }

    /** A task does not end with the chat that created it. */
    private boolean isThere(Approval asked) {
        return asked.taskId().isPresent()
                || asked.chatId().filter(this::isThere).isPresent();
    }

    private boolean isThere(ChatId chat) {
        return stores.conversations().find(chat).isPresent();
    }

    @Override
    public void askFor(String work, UserId owner, Optional<ChatId> chatId, Instant now) {
        transactions.run(() -> asking.put(work, new Asking(owner, chatId)));
    }

    @Override
    public Caller.Work askingFor(TaskId task, Optional<String> part) {
        return transactions.guarded(() -> asking.get(task.value())
                .or(() -> part.flatMap(asking::get))
                .map(known -> new Caller.Work(known.chatId(), true))
                .orElse(Caller.Work.NONE));
    }

    @Override
    public void suspend(SuspendedAnswer answer, List<StoredApproval> asked) {
        transactions.run(() -> {
            close(answer.work());
            suspended.put(answer.work(), new Waiting(answer, Optional.empty()));
            asked.forEach(one -> {
                approvals.put(one.id(), new Row(++added, one));
                stores.webhooks().publish(one.userId(), WebhookEvent.APPROVAL_REQUESTED, one.id());
            });
        });
    }

    private void close(String work) {
        approvals.values().stream()
                .filter(row -> row.asked().work().equals(work) && row.stored().isOpen())
                .toList()
                .forEach(row ->
                        approvals.put(row.stored().id(), row.with(row.stored().closed())));
    }

    private Optional<Waiting> waiting(String work) {
        return suspended
                .get(work)
                .filter(one -> !(one.answer() instanceof SuspendedAnswer.InChat chat) || isThere(chat.chatId()));
    }

    @Override
    public Optional<SuspendedAnswer> suspended(String work) {
        return transactions.guarded(() -> waiting(work).map(Waiting::answer));
    }

    @Override
    public void replace(SuspendedAnswer answer) {
        transactions.run(() -> waiting(answer.work())
                .ifPresent(one -> suspended.put(answer.work(), new Waiting(answer, one.decidedAt()))));
    }

    @Override
    public List<Approval> waiting(UserId userId, Instant now, int most) {
        return transactions.guarded(() -> rows(row ->
                        row.stored().userId().equals(userId) && row.stored().isWaiting(now))
                .sorted(Comparator.comparingLong(Row::number).reversed())
                .limit(most)
                .map(Row::asked)
                .toList());
    }

    @Override
    public int countWaiting(UserId userId, Instant now) {
        return waiting(userId, now, Integer.MAX_VALUE).size();
    }

    @Override
    public List<StoredApproval> find(ChatId chatId, String callId) {
        return find(row -> row.asked().chatId().filter(chatId::equals).isPresent(), callId, 2);
    }

    @Override
    public Optional<StoredApproval> find(TaskId taskId, String callId) {
        return find(row -> row.asked().taskId().filter(taskId::equals).isPresent(), callId, 1).stream()
                .findFirst();
    }

    @Override
    public Optional<StoredApproval> find(String id) {
        return transactions.guarded(
                () -> approvals.get(id).filter(row -> isThere(row.asked())).map(Row::stored));
    }

    private List<StoredApproval> find(Predicate<Row> place, String callId, int most) {
        return transactions.guarded(() -> rows(place.and(
                        row -> row.asked().callId().equals(callId)))
                .sorted(Comparator.<Row, Boolean>comparing(row -> isUndecided(row.stored()))
                        .thenComparing(row -> row.asked().taskId().isEmpty())
                        .thenComparingLong(Row::number)
                        .reversed())
                .limit(most)
                .map(Row::stored)
                .toList());
    }

    private static boolean isUndecided(StoredApproval one) {
        return one.isOpen() && one.decision().isEmpty();
    }

    @Override
    public boolean decide(String id, ApprovalDecision decision, Instant now) {
        return transactions.guarded(() -> {
            Optional<Row> row = approvals.get(id).filter(one -> one.stored().isWaiting(now) && isThere(one.asked()));
            row.ifPresent(one -> {
                approvals.put(id, one.with(one.stored().decided(decision)));
                String work = one.asked().work();
                boolean waits = approvals.values().stream()
                        .anyMatch(other -> other.asked().work().equals(work) && isUndecided(other.stored()));
                if (!waits) {
                    suspended
                            .get(work)
                            .ifPresent(known -> suspended.put(work, new Waiting(known.answer(), Optional.of(now))));
                }
            });
            return row.isPresent();
        });
    }

    @Override
    public List<Found> look(Instant now, Collection<String> works, int most) {
        return transactions.guarded(() -> {
            List<Found> all = suspended.values().stream()
                    .filter(one -> waiting(one.answer().work()).isPresent())
                    .map(one -> new Found(one.answer(), one.readyAt(now)))
                    .toList();
            return Stream.concat(
                            all.stream()
                                    .filter(one -> works.contains(one.answer().work())),
                            all.stream()
                                    .filter(one -> one.readyAt().isPresent()
                                            && !works.contains(one.answer().work()))
                                    .limit(most))
                    .toList();
        });
    }

    @Override
    public Optional<Taken> take(String work, Instant now) {
        return transactions.guarded(() -> waiting(work)
                .filter(one -> one.readyAt(now).isPresent())
                .map(one -> {
                    List<StoredApproval> open = approvals.values().stream()
                            .map(Row::stored)
                            .filter(row -> row.asked().work().equals(work) && row.isOpen())
                            .toList();
                    close(work);
                    suspended.remove(work);
                    return new Taken(one.answer(), open);
                }));
    }

    @Override
    public boolean withdraw(String work) {
        return transactions.guarded(() -> {
            close(work);
            return suspended.remove(work).isPresent();
        });
    }

    @Override
    public int sweep(Instant expiredBefore, int most) {
        return transactions.guarded(() -> approvals.removeWhere(
                row -> row.asked().expiresAt().isBefore(expiredBefore)
                        && !row.stored().isOpen()
                        && row.stored()
                                .decision()
                                .filter(made -> made.remember() == ApprovalDecision.Remember.CHAT)
                                .isEmpty(),
                most));
    }

    @Override
    public int erase(UserId user, int most) {
        return transactions.guarded(() -> {
            int removed = approvals.removeWhere(row -> row.stored().userId().equals(user), most);
            if (removed < most) {
                removed += suspended.removeWhere(one -> one.answer().userId().equals(user), most - removed);
            }
            if (removed < most) {
                removed += asking.removeWhere(one -> one.owner().equals(user), most - removed);
            }
            return removed < most && policies.remove(user).isPresent() ? removed + 1 : removed;
        });
    }
}
