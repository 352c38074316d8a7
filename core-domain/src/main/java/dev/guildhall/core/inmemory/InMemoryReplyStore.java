package dev.guildhall.core.inmemory;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Numbered;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.webchat.Handover;
import dev.guildhall.ports.webchat.Reply;
import dev.guildhall.ports.webchat.ReplyEvent;
import dev.guildhall.ports.webchat.ReplyId;
import dev.guildhall.ports.webchat.ReplyStore;
import dev.guildhall.ports.webchat.WebChat;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

final class InMemoryReplyStore implements ReplyStore {
    private record Row(Reply answer, boolean stop, Instant changedAt, int next, List<Numbered<ReplyEvent>> events) {
        List<Numbered<ReplyEvent>> ofLatest() {
            return events.stream()
                    .filter(event -> event.number() >= answer.firstNumber())
                    .toList();
        }
    }

    private final InMemoryTransactions transactions;
    private final Stores stores;
    private final UndoableMap<ChatId, Row> rows;

    public InMemoryReplyStore(InMemoryTransactions transactions, Stores stores) {
        this.transactions = transactions;
        this.stores = stores;
        this.rows = new UndoableMap<>(transactions);
    }

    @Override
    public Optional<Reply> begin(Reply answer) {
        return transactions.guarded(() -> {
            ChatId chat = answer.chatId();
            boolean isRunning = rows.get(chat)
                    .filter(row -> row.answer().isRunning(answer.startedAt()))
                    .isPresent();
            if (isRunning || stores.webChats().find(chat).isEmpty()) {
                return Optional.empty();
            }
            endLost(chat, answer.startedAt());
            endWaiting(chat, answer.startedAt());
            Optional<Row> before = rows.get(chat);
            int next = before.map(Row::next).orElse(1);
            List<Numbered<ReplyEvent>> kept = before.map(Row::ofLatest).orElse(List.of());
            Reply begun = answer.numberedFrom(next);
            rows.put(chat, new Row(begun, false, answer.startedAt(), next, kept));
            return Optional.of(begun);
        });
    }

    private void endLost(ChatId chat, Instant now) {
        rows.get(chat)
                .filter(row -> isLost(row, now))
                .ifPresent(row -> append(row, List.of(new Numbered<>(row.next(), ReplyEvent.Failed.NODE_LOST)), now));
    }

    private void endWaiting(ChatId chat, Instant now) {
        rows.get(chat)
                .filter(row -> row.answer().status() == Reply.Status.WAITING)
                .ifPresent(row -> append(row, List.of(new Numbered<>(row.next(), ReplyEvent.Failed.WITHDRAWN)), now));
    }

    @Override
    public boolean suspend(ReplyId id) {
        return transactions.guarded(() -> rows.values().stream()
                .filter(row -> row.answer().id().equals(id) && row.answer().status() == Reply.Status.RUNNING)
                .findFirst()
                .map(row -> {
                    Reply waiting =
                            row.answer().with(Reply.Status.WAITING, row.answer().leaseUntil());
                    rows.put(waiting.chatId(), new Row(waiting, row.stop(), row.changedAt(), row.next(), row.events()));
                    return true;
                })
                .orElse(false));
    }

    private static boolean isLost(Row row, Instant now) {
        return row.answer().status() == Reply.Status.RUNNING && !row.answer().isRunning(now);
    }

    @Override
    public Map<ReplyId, Stored> append(Map<ReplyId, List<Numbered<ReplyEvent>>> events, Instant leaseUntil) {
        return transactions.guarded(() -> {
            Map<ReplyId, Stored> stored = new HashMap<>();
            rows.values().stream()
                    .filter(row -> row.answer().status() == Reply.Status.RUNNING)
                    .forEach(row -> Optional.ofNullable(events.get(row.answer().id()))
                            .map(added -> append(row, following(row, added), leaseUntil))
                            .ifPresent(now -> stored.put(row.answer().id(), now)));
            return Map.copyOf(stored);
        });
    }

    private static List<Numbered<ReplyEvent>> following(Row row, List<Numbered<ReplyEvent>> added) {
        return added.isEmpty() || added.getFirst().number() == row.next() ? added : List.of();
    }

    private Stored append(Row row, List<Numbered<ReplyEvent>> added, Instant leaseUntil) {
        List<Numbered<ReplyEvent>> all = new ArrayList<>(row.events());
        all.addAll(added);
        boolean ended = !added.isEmpty() && added.getLast().event().isLast();
        Reply.Status status = ended ? Reply.Status.ENDED : Reply.Status.RUNNING;
        int next = added.isEmpty() ? row.next() : added.getLast().number() + 1;
        rows.put(
                row.answer().chatId(),
                new Row(row.answer().with(status, leaseUntil), row.stop(), leaseUntil, next, List.copyOf(all)));
        return new Stored(next - 1, row.stop());
    }

    @Override
    public Optional<Reply> latest(ChatId chatId) {
        return transactions.guarded(() -> rows.get(chatId).map(Row::answer));
    }

    @Override
    public Set<ChatId> running(Collection<ChatId> chats, Instant now) {
        return transactions.guarded(() -> chats.stream()
                .filter(chat -> rows.get(chat)
                        .filter(row -> row.answer().isRunning(now))
                        .isPresent())
                .collect(Collectors.toUnmodifiableSet()));
    }

    @Override
    public List<Numbered<ReplyEvent>> events(ChatId chatId, int after, int most) {
        return transactions.guarded(() -> rows.get(chatId).map(Row::events).orElse(List.of()).stream()
                .filter(event -> event.number() > after)
                .limit(most)
                .toList());
    }

    @Override
    public int newest(ChatId chatId) {
        return transactions.guarded(() -> rows.get(chatId).map(Row::next).orElse(1)) - 1;
    }

    @Override
    public boolean requestStop(ChatId chatId, Instant now) {
        return transactions.guarded(() -> rows.get(chatId)
                .filter(row -> row.answer().isRunning(now))
                .map(row -> {
                    rows.put(chatId, new Row(row.answer(), true, row.changedAt(), row.next(), row.events()));
                    return true;
                })
                .orElse(false));
    }

    @Override
    public boolean giveUp(ReplyId id, Handover handover, Instant leaseUntil) {
        return transactions.guarded(() -> rows.values().stream()
                .filter(row -> row.answer().id().equals(id) && row.answer().status() == Reply.Status.RUNNING)
                .findFirst()
                .map(row -> {
                    Reply givenUp = row.answer().givenUp(handover, leaseUntil);
                    rows.put(givenUp.chatId(), new Row(givenUp, row.stop(), leaseUntil, row.next(), row.events()));
                    return true;
                })
                .orElse(false));
    }

    private static boolean isFree(Row row, Instant now) {
        return isLost(row, now)
                || (row.answer().status() == Reply.Status.RUNNING
                        && row.answer().handover().isPresent());
    }

    @Override
    public List<Reply> lost(Instant now, int most) {
        return transactions.guarded(() -> rows.values().stream()
                .filter(row -> isFree(row, now))
                .map(Row::answer)
                .limit(most)
                .toList());
    }

    @Override
    public boolean takeOver(ReplyId lost, Reply by, Instant now) {
        return transactions.guarded(() -> rows.get(by.chatId())
                .filter(row -> row.answer().id().equals(lost)
                        && (isFree(row, now) || row.answer().status() == Reply.Status.WAITING))
                .map(row -> {
                    rows.put(by.chatId(), new Row(by, row.stop(), by.leaseUntil(), row.next(), row.events()));
                    return true;
                })
                .orElse(false));
    }

    @Override
    public void forget(Instant endedBefore) {
        transactions.run(() -> rows.values().stream()
                .filter(row -> row.answer().status() == Reply.Status.ENDED
                        && row.changedAt().isBefore(endedBefore))
                .forEach(row -> rows.put(
                        row.answer().chatId(),
                        new Row(row.answer(), row.stop(), row.changedAt(), row.next(), List.of()))));
    }

    @Override
    public void remove(ChatId chatId) {
        transactions.run(() -> rows.remove(chatId));
    }

    @Override
    public int erase(UserId user, int most) {
        return transactions.guarded(() -> rows.removeWhere(
                row -> stores.webChats()
                        .find(row.answer().chatId())
                        .map(WebChat::userId)
                        .filter(user::equals)
                        .isPresent(),
                most));
    }
}
