package dev.guildhall.core.memory;

import dev.guildhall.core.security.Permissions;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.RollingSummary;
import dev.guildhall.ports.memory.Memories;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryFilter;
import dev.guildhall.ports.memory.MemoryHit;
import dev.guildhall.ports.memory.MemoryId;
import dev.guildhall.ports.memory.MemoryPage;
import dev.guildhall.ports.memory.MemoryQuery;
import dev.guildhall.ports.memory.MemoryStore;
import dev.guildhall.ports.memory.MemorySummary;
import dev.guildhall.ports.memory.NewMemory;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.storage.Stores;
import java.util.List;
import java.util.Optional;

/** Memories about users, for the users themselves and for admins. */
public final class MemoryService implements Memories {
    private final Permissions permissions;

    private final Stores stores;
    private final MemoryStore store;

    private final MemoryWriter writer;
    private final MemorySearch memorySearch;
    private final MemorySummaries summaries;

    public MemoryService(
            Permissions permissions,
            Stores stores,
            MemoryWriter writer,
            MemorySearch memorySearch,
            MemorySummaries summaries) {
        this.permissions = permissions;

        this.stores = stores;
        this.store = stores.memories();

        this.writer = writer;
        this.memorySearch = memorySearch;
        this.summaries = summaries;
    }

    @Override
    public Memory remember(Caller caller, NewMemory memory) {
        Caller.User user = caller.requireUser();
        permissions.requireSelf(user, memory.userId());
        MemoryWriter.Prepared prepared = writer.prepare(memory.by(user), Optional.empty());
        return stores.transactions().inTransaction(() -> writer.write(prepared));
    }

    /** A caller who may name any user learns that there is no such user; other callers do not. */
    private void requireReach(Caller.User caller, UserId named) {
        permissions.requireSelf(caller, named);
        if (!caller.userId().equals(named) && stores.accounts().find(named).isEmpty()) {
            throw new Refusal(new CommonProblem.NotFound("user"));
        }
    }

    @Override
    public MemoryPage list(Caller caller, UserId userId, MemoryFilter filter, PageRequest page) {
        requireReach(caller.requireUser(), userId);
        return store.list(userId, filter, page);
    }

    @Override
    public List<MemoryHit> search(Caller caller, UserId userId, MemoryQuery query) {
        Caller.User user = caller.requireUser();
        requireReach(user, userId);
        return memorySearch.search(user.countsFor(), userId, query);
    }

    @Override
    public MemorySummary summary(Caller caller, UserId userId, MemoryFilter filter) {
        Caller.User user = caller.requireUser();
        requireReach(user, userId);
        return summaries.of(user, userId, filter);
    }

    @Override
    public Memory correct(Caller caller, MemoryId id, String content) {
        Caller.User user = caller.requireUser();
        Memory known = holding(user, id);
        MemoryWriter.Prepared prepared = writer.prepare(
                new NewMemory(known.userId(), known.type(), content, known.importance(), known.tags(), known.chatId())
                        .by(user),
                Optional.empty());
        return stores.transactions().inTransaction(() -> {
            store.lock(known.userId());
            Memory before = holding(user, id);
            Memory now = writer.write(prepared);
            if (!now.id().equals(id)) {
                store.update(before.supersededBy(now.id()));
            }
            return now;
        });
    }

    private Memory holding(Caller.User user, MemoryId id) {
        return store.find(id)
                .filter(memory -> permissions.sees(user, memory.userId()))
                .filter(memory -> memory.supersededBy().isEmpty())
                .orElseThrow(() -> new Refusal(new CommonProblem.NotFound("memory")));
    }

    @Override
    public int forgetConversation(Caller caller, UserId userId, ChatId chatId) {
        requireReach(caller.requireUser(), userId);
        return stores.transactions().inTransaction(() -> {
            store.lock(userId);
            forgetSummary(userId, chatId);
            return store.forgetConversation(userId, chatId);
        });
    }

    /** A summary that is being created from the deleted messages is not stored either. */
    private void forgetSummary(UserId userId, ChatId chatId) {
        stores.conversations()
                .find(chatId)
                .filter(chat -> chat.userId().equals(userId) && chat.messageCount() > 0)
                .ifPresent(chat -> stores.agents().putSummary(chatId, RollingSummary.forgotten(chat.messageCount())));
    }

    @Override
    public void forget(Caller caller, MemoryId id) {
        Caller.User user = caller.requireUser();
        boolean forgotten = stores.transactions()
                .inTransaction(() -> store.find(id)
                        .map(Memory::userId)
                        .filter(owner -> permissions.sees(user, owner))
                        .map(owner -> forget(owner, id))
                        .orElse(false));
        if (!forgotten) {
            throw new Refusal(new CommonProblem.NotFound("memory"));
        }
    }

    private boolean forget(UserId owner, MemoryId id) {
        store.lock(owner);
        return store.forget(owner, id);
    }
}
