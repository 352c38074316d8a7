package dev.guildhall.core.inmemory;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.AssistantId;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.agent.Chat;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.ConversationStore;
import dev.guildhall.ports.agent.IncompleteReason;
import dev.guildhall.ports.agent.ReplyPiece;
import dev.guildhall.ports.agent.Turn;
import dev.guildhall.ports.storage.Stores;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

final class InMemoryConversationStore implements ConversationStore {
    /**
     * A message; the number of the turn that it answers is 0 for a question. It counts for the owner of its chat, or for
     * the user that is named.
     */
    private record Message(ChatEntry entry, long turn, Optional<UserId> countsFor) {
        boolean countsFor(UserId user) {
            return countsFor.filter(user::equals).isPresent();
        }

        /** Whether it is the answer that a piece continues. */
        boolean hasPlaceFor(ReplyPiece piece) {
            return turn == piece.turn().number()
                    && entry.ended()
                            .filter(IncompleteReason.INTERRUPTED::equals)
                            .isPresent();
        }

        Message extended(ReplyPiece piece) {
            String text = entry.content().substring(0, piece.from()) + piece.text();
            ChatEntry longer = new ChatEntry(entry.speaker(), text, entry.toolUses(), entry.timestamp());
            return new Message(
                    longer.ended(IncompleteReason.INTERRUPTED)
                            .withNotices(entry.notices())
                            .withDetails(entry.details()),
                    turn,
                    countsFor);
        }

        Message countingForOwner() {
            return new Message(entry, turn, Optional.empty());
        }
    }

    private record Stored(Chat chat, long turn, List<Message> messages) {
        List<ChatEntry> entries() {
            return messages.stream().map(Message::entry).toList();
        }

        Stored with(List<Message> all, long newest, Instant now) {
            Chat changed = new Chat(
                    chat.id(), chat.userId(), chat.mode(), chat.createdAt(), now, all.size(), chat.assistant());
            return new Stored(changed, newest, List.copyOf(all));
        }

        long mediaBytesOf(UserId user) {
            return messages.stream()
                    .filter(message -> message.countsFor().orElse(chat.userId()).equals(user))
                    .mapToLong(message -> message.entry().mediaBytes())
                    .sum();
        }

        Stored releasedFrom(UserId user) {
            List<Message> released = messages.stream()
                    .map(message -> message.countsFor(user) ? message.countingForOwner() : message)
                    .toList();
            return new Stored(chat, turn, released);
        }

        boolean hasPlaceFor(ReplyPiece piece) {
            int index = piece.turn().messages();
            return index < messages.size() && messages.get(index).hasPlaceFor(piece);
        }

        Stored extended(ReplyPiece piece) {
            List<Message> all = new ArrayList<>(messages);
            all.set(piece.turn().messages(), all.get(piece.turn().messages()).extended(piece));
            return with(all, turn, chat.lastActivity());
        }

        /** Whether the answer of a turn has its place: it was stored before, or would be the last message. */
        boolean hasPlaceFor(Turn answered) {
            return answered.messages() < messages.size()
                    ? messages.get(answered.messages()).turn() == answered.number()
                    : answered.messages() == messages.size() && turn == answered.number();
        }
    }

    private final InMemoryTransactions transactions;
    private final Stores stores;
    private final UndoableMap<ChatId, Stored> chats;

    public InMemoryConversationStore(InMemoryTransactions transactions, Stores stores) {
        this.transactions = transactions;
        this.stores = stores;
        this.chats = new UndoableMap<>(transactions);
    }

    @Override
    public int erase(UserId user, int most) {
        return transactions.guarded(() -> {
            List<Stored> own = chats.where(kept -> kept.chat().userId().equals(user))
                    .limit(most)
                    .toList();
            own.forEach(kept -> remove(kept.chat().id()));
            List<Stored> counted = chats.where(
                            kept -> kept.messages().stream().anyMatch(message -> message.countsFor(user)))
                    .limit(most - own.size())
                    .toList();
            counted.forEach(kept -> chats.put(kept.chat().id(), kept.releasedFrom(user)));
            return own.size() + counted.size();
        });
    }

    @Override
    public void add(Chat chat, List<ChatEntry> first, Optional<UserId> countsFor) {
        transactions.run(() -> chats.put(chat.id(), new Stored(chat, 1, messages(first, countsFor))));
    }

    private List<Message> messages(List<ChatEntry> question, Optional<UserId> countsFor) {
        Optional<UserId> known = countsFor.flatMap(stores.accounts()::find).map(Account::id);
        return question.stream().map(entry -> new Message(entry, 0, known)).toList();
    }

    @Override
    public void setAssistant(ChatId id, Optional<AssistantId> assistant) {
        transactions.run(() ->
                chats.change(id, kept -> new Stored(kept.chat().with(assistant), kept.turn(), kept.messages())));
    }

    @Override
    public Optional<Chat> find(ChatId id) {
        return transactions.guarded(() -> chats.get(id).map(Stored::chat));
    }

    @Override
    public Optional<Turn> append(ChatId id, List<ChatEntry> entries, Optional<UserId> countsFor, Instant now) {
        return transactions.guarded(() -> chats.get(id).map(stored -> {
            List<Message> all = new ArrayList<>(stored.messages());
            all.addAll(messages(entries, countsFor));
            chats.put(id, stored.with(all, stored.turn() + 1, now));
            return new Turn(all.size(), stored.turn() + 1);
        }));
    }

    @Override
    public boolean storeReply(ChatId id, Turn turn, ChatEntry entry, Instant now) {
        return transactions.guarded(() -> {
            Optional<Stored> found = chats.get(id).filter(stored -> stored.hasPlaceFor(turn));
            found.ifPresent(stored -> {
                List<Message> all = new ArrayList<>(stored.messages());
                Message answer = new Message(entry, turn.number(), Optional.empty());
                if (turn.messages() == all.size()) {
                    all.add(answer);
                } else {
                    all.set(turn.messages(), answer);
                }
                Instant next = stored.chat().lastActivity().plusMillis(1);
                boolean isNewest = turn.number() == stored.turn() || now.isAfter(next);
                chats.put(id, stored.with(all, stored.turn(), isNewest ? now : next));
            });
            return found.isPresent();
        });
    }

    @Override
    public boolean isDurable() {
        return false;
    }

    @Override
    public Set<ChatId> extend(Collection<ReplyPiece> pieces) {
        return transactions.guarded(() ->
                pieces.stream().filter(this::extend).map(ReplyPiece::chat).collect(Collectors.toUnmodifiableSet()));
    }

    private boolean extend(ReplyPiece piece) {
        Optional<Stored> found = chats.get(piece.chat()).filter(stored -> stored.hasPlaceFor(piece));
        found.ifPresent(stored -> chats.put(piece.chat(), stored.extended(piece)));
        return found.isPresent();
    }

    @Override
    public Optional<Turn> takeOver(ChatId id) {
        return transactions.guarded(() -> chats.get(id).map(stored -> {
            long mine = stored.turn() + 1;
            List<Message> all = new ArrayList<>(stored.messages());
            boolean isAnswered = !all.isEmpty() && all.getLast().turn() == stored.turn();
            if (isAnswered) {
                all.add(new Message(all.removeLast().entry(), mine, Optional.empty()));
            }
            chats.put(id, stored.with(all, mine, stored.chat().lastActivity()));
            return new Turn(isAnswered ? all.size() - 1 : all.size(), mine);
        }));
    }

    @Override
    public boolean truncate(ChatId id, int keep) {
        return transactions.guarded(() -> chats.get(id)
                .map(stored -> {
                    List<Message> kept = stored.messages()
                            .subList(0, Math.min(keep, stored.messages().size()));
                    Stored shorter =
                            stored.with(kept, stored.turn() + 1, stored.chat().lastActivity());
                    chats.put(id, shorter);
                    stores.agents().truncate(id);
                    return true;
                })
                .orElse(false));
    }

    @Override
    public long mediaBytesOf(UserId userId) {
        return transactions.guarded(() -> chats.values().stream()
                .mapToLong(stored -> stored.mediaBytesOf(userId))
                .sum());
    }

    @Override
    public List<Chat> idle(Instant before, int most) {
        return transactions.guarded(() -> chats.values().stream()
                .map(Stored::chat)
                .filter(chat -> chat.lastActivity().isBefore(before))
                .sorted(Comparator.comparing(Chat::lastActivity))
                .limit(most)
                .toList());
    }

    @Override
    public void remove(ChatId id) {
        transactions.run(() -> {
            chats.remove(id);
            stores.agents().truncate(id);
        });
    }

    @Override
    public List<ChatEntry> latest(ChatId id, int most) {
        return transactions.guarded(() -> {
            List<ChatEntry> all = chats.get(id).map(Stored::entries).orElse(List.of());
            List<ChatEntry> newestFirst =
                    all.subList(Math.max(0, all.size() - most), all.size()).reversed();
            return withinMediaBytes(newestFirst).reversed();
        });
    }

    @Override
    public List<ChatEntry> range(ChatId id, int behind, int most) {
        return transactions.guarded(() -> {
            List<ChatEntry> all = chats.get(id).map(Stored::entries).orElse(List.of());
            int from = Math.min(behind, all.size());
            return withinMediaBytes(all.subList(from, from + Math.min(most, all.size() - from)));
        });
    }

    private static List<ChatEntry> withinMediaBytes(List<ChatEntry> entries) {
        List<ChatEntry> read = new ArrayList<>(entries.size());
        long bytes = 0;
        for (ChatEntry entry : entries) {
            bytes += entry.mediaBytes();
            read.add(entry.mediaBytes() > 0 && bytes > MOST_MEDIA_BYTES ? entry.withoutParts() : entry);
        }
        return List.copyOf(read);
    }
}
