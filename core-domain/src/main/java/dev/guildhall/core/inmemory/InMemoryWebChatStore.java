package dev.guildhall.core.inmemory;

import static dev.guildhall.ports.webchat.ChatPosition.NEWEST_FIRST;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.AgentMode;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.search.SearchWords;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.webchat.ChatPosition;
import dev.guildhall.ports.webchat.ChatTitle;
import dev.guildhall.ports.webchat.WebChat;
import dev.guildhall.ports.webchat.WebChatStore;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.stream.Stream;

final class InMemoryWebChatStore implements WebChatStore {
    private static final int READ_AT_ONCE = 500;

    private final InMemoryTransactions transactions;
    private final Stores stores;
    private final UndoableMap<ChatId, WebChat> chats;

    public InMemoryWebChatStore(InMemoryTransactions transactions, Stores stores) {
        this.transactions = transactions;
        this.stores = stores;
        this.chats = new UndoableMap<>(transactions);
    }

    private Stream<WebChat> of(UserId userId) {
        return chats.where(chat -> chat.userId().equals(userId));
    }

    @Override
    public void add(WebChat chat) {
        transactions.run(() -> chats.add(chat.id(), chat));
    }

    @Override
    public Optional<WebChat> find(ChatId id) {
        return transactions.guarded(() -> chats.get(id));
    }

    @Override
    public void touch(ChatId id, AgentMode mode, Optional<String> model, Instant now) {
        transactions.run(() -> chats.change(
                id,
                chat -> new WebChat(id, chat.userId(), chat.title(), mode, model, chat.createdAt(), later(chat, now))));
    }

    private static Instant later(WebChat chat, Instant now) {
        return chat.updatedAt().isAfter(now) ? chat.updatedAt() : now;
    }

    @Override
    public void rename(ChatId id, ChatTitle title) {
        transactions.run(() -> chats.change(
                id,
                chat -> new WebChat(
                        id, chat.userId(), title, chat.mode(), chat.model(), chat.createdAt(), chat.updatedAt())));
    }

    @Override
    public Page<WebChat> ofUser(UserId userId, Optional<String> query, PageRequest page) {
        return transactions.guarded(() -> {
            Optional<ChatPosition> behind = page.cursor().map(ChatPosition::of);
            Optional<List<String>> wanted = query.map(SearchWords::ofQuery);
            List<WebChat> oneMore = of(userId)
                    .filter(chat -> wanted.map(words -> matches(chat, words)).orElse(true))
                    .filter(chat -> behind.map(last -> NEWEST_FIRST.compare(ChatPosition.of(chat), last) > 0)
                            .orElse(true))
                    .sorted(Comparator.comparing(ChatPosition::of, NEWEST_FIRST))
                    .limit(page.limit().value() + 1L)
                    .toList();
            return Page.cutBehind(
                    oneMore, page.limit(), chat -> ChatPosition.of(chat).cursor());
        });
    }

    private boolean matches(WebChat chat, List<String> wanted) {
        NavigableSet<String> words = SearchWords.of(chat.title().value());
        texts(chat.id()).map(SearchWords::of).forEach(words::addAll);
        return !wanted.isEmpty() && wanted.stream().allMatch(word -> SearchWords.anyBegins(words, word));
    }

    private Stream<String> texts(ChatId id) {
        return Stream.iterate(0, behind -> behind + READ_AT_ONCE)
                .map(behind -> stores.conversations().range(id, behind, READ_AT_ONCE))
                .takeWhile(some -> !some.isEmpty())
                .flatMap(some -> some.stream().map(ChatEntry::content));
    }

    /** A search reads all messages. */
    @Override
    public int index(Instant idleSince, int most) {
        return 0;
    }

    @Override
    public Count count(UserId userId, int most) {
        return transactions.guarded(() -> {
            List<WebChat> own = of(userId)
                    .sorted(Comparator.comparing(ChatPosition::of, NEWEST_FIRST))
                    .limit(most)
                    .toList();
            long messages = own.stream()
                    .flatMap(chat -> stores.conversations().find(chat.id()).stream())
                    .mapToLong(chat -> chat.messageCount())
                    .sum();
            return new Count(own.size(), messages);
        });
    }

    @Override
    public void remove(ChatId id) {
        transactions.run(() -> {
            chats.remove(id);
            stores.replies().remove(id);
        });
    }

    @Override
    public int erase(UserId user, int most) {
        return transactions.guarded(() -> {
            List<WebChat> own = of(user).limit(most).toList();
            own.forEach(chat -> remove(chat.id()));
            return own.size();
        });
    }
}
