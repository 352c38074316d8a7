package dev.guildhall.core.memory;

import dev.guildhall.core.Installation;
import dev.guildhall.core.Parts;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Limit;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.memory.Memories;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryFilter;
import dev.guildhall.ports.memory.MemoryHit;
import dev.guildhall.ports.memory.MemoryQuery;
import dev.guildhall.ports.memory.MemoryType;
import dev.guildhall.ports.memory.NewMemory;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A user with memories. */
final class MemoryFixture {
    private final Installation installation;
    private final Caller.User user;

    MemoryFixture() {
        this(parts -> parts);
    }

    MemoryFixture(UnaryOperator<Parts> change) {
        this(new Installation(change));
    }

    MemoryFixture(Installation installation) {
        this.installation = installation;
        this.user = installation.someone();
    }

    Installation installation() {
        return installation;
    }

    Memories memories() {
        return installation.core().memories();
    }

    Caller.User user() {
        return user;
    }

    Memory said(String chat, String words) {
        return remember(MemoryType.CONVERSATION, words, Optional.of(new ChatId(chat)));
    }

    Memory fact(String words) {
        return remember(MemoryType.LONG_TERM, words, Optional.empty());
    }

    Memory factIn(String chat, String words) {
        return remember(MemoryType.LONG_TERM, words, Optional.of(new ChatId(chat)));
    }

    private Memory remember(MemoryType type, String words, Optional<ChatId> chat) {
        return memories()
                .remember(user, new NewMemory(user.userId(), type, words, Memory.DEFAULT_IMPORTANCE, List.of(), chat));
    }

    List<MemoryHit> search(String query, int limit) {
        return memories().search(user, user.userId(), new MemoryQuery(query, MemoryFilter.ALL, new Limit(limit)));
    }

    /** The contents that a query finds, best first. */
    List<String> found(String query) {
        return search(query, 10).stream().map(hit -> hit.memory().content()).toList();
    }

    List<Memory> all() {
        return memories()
                .list(user, user.userId(), MemoryFilter.ALL, PageRequest.first())
                .page()
                .items();
    }
}
