package dev.guildhall.core.inmemory;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.Total;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.memory.AnalysedText;
import dev.guildhall.ports.memory.IndexedMemory;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryFilter;
import dev.guildhall.ports.memory.MemoryId;
import dev.guildhall.ports.memory.MemoryMark;
import dev.guildhall.ports.memory.MemoryPage;
import dev.guildhall.ports.memory.MemoryStore;
import dev.guildhall.ports.memory.MemoryType;
import dev.guildhall.ports.search.QuantisedEmbedding;
import dev.guildhall.ports.search.TextEmbedding;
import dev.guildhall.ports.storage.Stores;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

final class InMemoryMemoryStore implements MemoryStore {
    private static final Comparator<Memory> OLDEST_FIRST =
            Comparator.comparing(memory -> memory.id().value());

    private static final Comparator<Memory> OF_NONE_LAST =
            Comparator.comparing(memory -> memory.chatId().isEmpty());

    private final InMemoryTransactions transactions;
    private final Stores stores;
    private final UndoableMap<MemoryId, Row> memories;
    private final UndoableMap.Groups<MemoryId, Row, UserId> byUser;
    private final UndoableMap.Groups<MemoryId, Row, UserId> byCountedUser;
    private final UndoableMap<UserId, MemoryMark> marks;
    private final UndoableMap<UserId, List<Deletion>> deletions;

    private record Deletion(long revision, Set<MemoryId> ids) {}

    private record Row(
            Memory memory,
            String fingerprint,
            Optional<AnalysedText> text,
            Optional<IndexedMemory.StoredEmbedding> embedding,
            long revision) {
        Row countingForItsUser() {
            return new Row(memory.countingForItsUser(), fingerprint, text, embedding, revision);
        }

        IndexedMemory indexed() {
            return new IndexedMemory(
                    memory.id(),
                    memory.type(),
                    memory.importance(),
                    memory.tags(),
                    memory.chatId(),
                    memory.supersededBy().isPresent(),
                    text,
                    text.isPresent() ? Optional.empty() : Optional.of(memory.content()),
                    embedding,
                    revision);
        }
    }

    public InMemoryMemoryStore(InMemoryTransactions transactions, Stores stores) {
        this.transactions = transactions;
        this.stores = stores;
        this.memories = new UndoableMap<>(transactions);
        this.byUser = memories.by(kept -> kept.memory().userId());
        this.byCountedUser = memories.by(
                kept -> kept.memory().countsFor().orElse(kept.memory().userId()));
        this.marks = new UndoableMap<>(transactions);
        this.deletions = new UndoableMap<>(transactions);
    }

    @Override
    public int erase(UserId user, int most) {
        return transactions.guarded(() -> {
            marks.remove(user);
            deletions.remove(user);
            int removed = memories.removeWhere(kept -> kept.memory().userId().equals(user), most);
            List<Row> counted = memories.where(kept ->
                            kept.memory().countsFor().filter(user::equals).isPresent())
                    .limit(most - removed)
                    .toList();
            counted.forEach(kept -> memories.put(kept.memory().id(), kept.countingForItsUser()));
            return removed + counted.size();
        });
    }

    @Override
    public void lock(UserId userId) {
        transactions.requireOpen();
    }

    @Override
    public void add(Memory memory, String fingerprint, Optional<AnalysedText> text, Optional<TextEmbedding> embedding) {
        transactions.run(() -> {
            if (stores.accounts().find(memory.userId()).isPresent()) {
                write(new Row(counted(memory), fingerprint, text, embedding.map(InMemoryMemoryStore::quantised), 0));
            }
        });
    }

    private Memory counted(Memory memory) {
        return memory.countsFor().flatMap(stores.accounts()::find).isPresent() ? memory : memory.countingForItsUser();
    }

    private static IndexedMemory.StoredEmbedding quantised(TextEmbedding embedding) {
        return new IndexedMemory.StoredEmbedding(embedding.model(), QuantisedEmbedding.of(embedding.embedding()));
    }

    @Override
    public void update(Memory memory) {
        transactions.run(() -> memories.get(memory.id())
                .ifPresent(kept -> write(new Row(memory, kept.fingerprint(), kept.text(), kept.embedding(), 0))));
    }

    private void write(Row row) {
        MemoryMark mark = changed(row.memory().userId(), 0);
        memories.put(
                row.memory().id(),
                new Row(row.memory(), row.fingerprint(), row.text(), row.embedding(), mark.revision()));
    }

    private MemoryMark changed(UserId userId, int deletions) {
        MemoryMark before = mark(userId);
        MemoryMark now = new MemoryMark(before.revision() + 1, before.deletions() + deletions);
        marks.put(userId, now);
        return now;
    }

    @Override
    public Optional<Memory> find(MemoryId id) {
        return transactions.guarded(() -> memories.get(id).map(Row::memory));
    }

    @Override
    public List<Memory> find(Collection<MemoryId> ids) {
        return transactions.guarded(() -> ids.stream()
                .distinct()
                .flatMap(id -> memories.get(id).stream())
                .map(Row::memory)
                .toList());
    }

    @Override
    public Optional<Memory> findSame(UserId userId, MemoryType type, String fingerprint) {
        return transactions.guarded(() -> ofUser(userId)
                .filter(kept -> kept.fingerprint().equals(fingerprint))
                .map(Row::memory)
                .filter(MemoryFilter.of(type)::test)
                .max(OF_NONE_LAST.thenComparing(OLDEST_FIRST)));
    }

    @Override
    public Optional<Memory> latest(UserId userId, ChatId chatId, MemoryType type) {
        return transactions.guarded(() -> ofUser(userId)
                .map(Row::memory)
                .filter(memory -> memory.type() == type && memory.chatId().equals(Optional.of(chatId)))
                .max(OLDEST_FIRST));
    }

    @Override
    public MemoryPage list(UserId userId, MemoryFilter filter, PageRequest page) {
        return transactions.guarded(() -> {
            List<Memory> all =
                    ofUser(userId).map(Row::memory).filter(filter::test).toList();
            return new MemoryPage(Page.newestFirst(all, page, Memory::id), Total.of(all.size()));
        });
    }

    @Override
    public long count(UserId userId) {
        return transactions.guarded(() -> (long) byCountedUser.size(userId));
    }

    @Override
    public boolean forget(UserId userId, MemoryId id) {
        return transactions.guarded(() -> {
            boolean own = memories.get(id)
                    .filter(kept -> kept.memory().userId().equals(userId))
                    .isPresent();
            if (own) {
                forgetAll(userId, List.of(id));
            }
            return own;
        });
    }

    @Override
    public int forgetConversation(UserId userId, ChatId chatId) {
        return transactions.guarded(() -> {
            List<MemoryId> said = ofUser(userId)
                    .map(Row::memory)
                    .filter(memory -> memory.chatId().equals(Optional.of(chatId)))
                    .map(Memory::id)
                    .toList();
            return said.isEmpty() ? 0 : forgetAll(userId, said);
        });
    }

    /** Removes memories with the chains of those that they superseded, and returns their number. */
    private int forgetAll(UserId userId, List<MemoryId> ids) {
        Map<MemoryId, List<MemoryId>> bySuccessor = new HashMap<>();
        ofUser(userId)
                .map(Row::memory)
                .forEach(memory -> memory.supersededBy()
                        .ifPresent(successor -> bySuccessor
                                .computeIfAbsent(successor, any -> new ArrayList<>())
                                .add(memory.id())));
        Set<MemoryId> forgotten = new HashSet<>();
        Deque<MemoryId> open = new ArrayDeque<>(ids);
        while (!open.isEmpty()) {
            MemoryId id = open.remove();
            if (forgotten.add(id)) {
                open.addAll(bySuccessor.getOrDefault(id, List.of()));
            }
        }
        forgotten.forEach(memories::remove);
        note(userId, new Deletion(changed(userId, 1).revision(), Set.copyOf(forgotten)));
        return forgotten.size();
    }

    private void note(UserId userId, Deletion deletion) {
        Deque<Deletion> known = new ArrayDeque<>(deletions.get(userId).orElse(List.of()));
        known.add(deletion);
        int size = known.stream().mapToInt(each -> each.ids().size()).sum();
        while (size > DELETIONS_KEPT) {
            size -= known.remove().ids().size();
        }
        deletions.put(userId, List.copyOf(known));
    }

    @Override
    public Optional<List<MemoryId>> deleted(UserId userId, MemoryMark since, MemoryMark until) {
        return transactions.guarded(() -> {
            List<Deletion> between = deletions.get(userId).orElse(List.of()).stream()
                    .filter(each -> each.revision() > since.revision() && each.revision() <= until.revision())
                    .toList();
            return between.size() == until.deletions() - since.deletions()
                    ? Optional.of(between.stream()
                            .flatMap(each -> each.ids().stream())
                            .toList())
                    : Optional.empty();
        });
    }

    @Override
    public MemoryMark mark(UserId userId) {
        return transactions.guarded(() -> marks.get(userId).orElse(MemoryMark.NONE));
    }

    @Override
    public List<IndexedMemory> changedSince(UserId userId, long revision, int most) {
        return transactions.guarded(() -> {
            List<Row> changed = new ArrayList<>();
            ofUser(userId)
                    .filter(kept -> kept.revision() > revision)
                    .sorted(Comparator.comparingLong(Row::revision).thenComparing(Row::memory, OLDEST_FIRST))
                    .takeWhile(
                            kept -> changed.size() < most || changed.getLast().revision() == kept.revision())
                    .forEachOrdered(changed::add);
            return changed.stream().map(Row::indexed).toList();
        });
    }

    /** Reads from memory need no packs. */
    @Override
    public int pack(int most) {
        return 0;
    }

    @Override
    public List<MemoryId> ids(UserId userId) {
        return transactions.guarded(
                () -> ofUser(userId).map(kept -> kept.memory().id()).toList());
    }

    @Override
    public List<Memory> withoutEmbedding(String model, int most) {
        return transactions.guarded(() -> memories.values().stream()
                .filter(kept -> kept.embedding()
                        .filter(embedding -> embedding.model().equals(model))
                        .isEmpty())
                .map(Row::memory)
                .filter(memory -> memory.supersededBy().isEmpty())
                .sorted(OLDEST_FIRST)
                .limit(most)
                .toList());
    }

    @Override
    public void putEmbedding(MemoryId id, TextEmbedding embedding) {
        transactions.run(() -> memories.get(id)
                .ifPresent(kept -> write(new Row(
                        kept.memory(), kept.fingerprint(), kept.text(), Optional.of(quantised(embedding)), 0))));
    }

    @Override
    public List<Memory> withoutText(int most) {
        return transactions.guarded(() -> memories.values().stream()
                .filter(kept -> kept.text().isEmpty())
                .map(Row::memory)
                .limit(most)
                .toList());
    }

    @Override
    public void putTexts(Map<MemoryId, AnalysedText> texts) {
        transactions.run(() -> texts.forEach((id, text) -> memories.get(id)
                .ifPresent(kept -> memories.put(
                        id,
                        new Row(
                                kept.memory(),
                                kept.fingerprint(),
                                Optional.of(text),
                                kept.embedding(),
                                kept.revision())))));
    }

    private Stream<Row> ofUser(UserId userId) {
        return byUser.of(userId);
    }
}
