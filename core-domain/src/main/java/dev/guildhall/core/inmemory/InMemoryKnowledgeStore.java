package dev.guildhall.core.inmemory;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.group.Audience;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.knowledge.CollectionId;
import dev.guildhall.ports.knowledge.Document;
import dev.guildhall.ports.knowledge.DocumentId;
import dev.guildhall.ports.knowledge.DocumentStatus;
import dev.guildhall.ports.knowledge.KnowledgeCollection;
import dev.guildhall.ports.knowledge.KnowledgeStore;
import dev.guildhall.ports.knowledge.NewCollection;
import dev.guildhall.ports.knowledge.Passage;
import dev.guildhall.ports.run.Sha256;
import dev.guildhall.ports.storage.Stores;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

final class InMemoryKnowledgeStore implements KnowledgeStore {
    private final InMemoryTransactions transactions;
    private final Stores stores;
    private final UndoableMap<CollectionId, KnowledgeCollection> collections;
    private final UndoableMap<DocumentId, IndexedDocument> documents;
    private final UndoableMap.Groups<DocumentId, IndexedDocument, CollectionId> byCollection;
    private final UndoableMap.Groups<DocumentId, IndexedDocument, UserId> byOwner;

    InMemoryKnowledgeStore(InMemoryTransactions transactions, Stores stores) {
        this.transactions = transactions;
        this.stores = stores;
        this.collections = new UndoableMap<>(transactions);
        this.documents = new UndoableMap<>(transactions);
        this.byCollection = documents.by(row -> row.document().collection());
        this.byOwner = documents.by(row -> row.document().owner());
    }

    @Override
    public boolean add(KnowledgeCollection collection, int most) {
        UserId user = collection.countsFor().orElse(collection.owner());
        return transactions.guarded(() -> {
            boolean fits = collections
                            .where(other ->
                                    other.countsFor().orElse(other.owner()).equals(user))
                            .count()
                    < most;
            if (fits) {
                boolean isCounted =
                        collection.countsFor().flatMap(stores.accounts()::find).isPresent();
                collections.put(collection.id(), isCounted ? collection : collection.countingForOwner());
            }
            return fits;
        });
    }

    @Override
    public Optional<KnowledgeCollection> find(CollectionId id) {
        return transactions.guarded(() -> collections.get(id).map(this::counted));
    }

    private KnowledgeCollection counted(KnowledgeCollection of) {
        return new KnowledgeCollection(
                of.id(),
                of.owner(),
                of.countsFor(),
                of.name(),
                of.description(),
                of.audience(),
                byCollection.size(of.id()),
                of.createdAt(),
                of.updatedAt());
    }

    @Override
    public Page<KnowledgeCollection> list(Optional<UserId> reader, List<GroupId> groups, PageRequest page) {
        return transactions.guarded(() -> Page.newestFirst(
                        collections
                                .where(any -> reader.isEmpty()
                                        || any.owner().equals(reader.get())
                                        || any.audience().equals(Audience.EVERYONE)
                                        || any.audience()
                                                .group()
                                                .filter(groups::contains)
                                                .isPresent())
                                .toList(),
                        page,
                        KnowledgeCollection::id)
                .map(this::counted));
    }

    @Override
    public void unshare(UserId owner) {
        transactions.run(() -> collections.values().stream()
                .filter(any -> any.owner().equals(owner))
                .toList()
                .forEach(any -> collections.put(
                        any.id(),
                        any.described(
                                new NewCollection(any.name(), any.description(), Audience.PRIVATE), any.updatedAt()))));
    }

    @Override
    public void change(KnowledgeCollection collection) {
        transactions.run(() -> collections.change(collection.id(), before -> collection));
    }

    @Override
    public boolean remove(CollectionId id, int most) {
        return transactions.guarded(() -> {
            List<IndexedDocument> some = byCollection.of(id).limit(most).toList();
            some.forEach(row -> documents.remove(row.document().id()));
            if (some.size() == most) {
                return false;
            }
            collections.remove(id);
            return true;
        });
    }

    @Override
    public boolean add(Document document, int most) {
        return transactions.guarded(() -> {
            boolean fits = collections.get(document.collection()).isPresent()
                    && byCollection.size(document.collection()) < most;
            if (fits) {
                documents.put(document.id(), IndexedDocument.waiting(document));
            }
            return fits;
        });
    }

    @Override
    public Optional<Document> find(DocumentId id) {
        return transactions.guarded(() -> documents.get(id).map(IndexedDocument::document));
    }

    @Override
    public Page<Document> documents(CollectionId id, PageRequest page) {
        return transactions.guarded(() -> Page.newestFirst(
                byCollection.of(id).map(IndexedDocument::document).toList(), page, Document::id));
    }

    @Override
    public void remove(DocumentId id) {
        transactions.run(() -> documents.remove(id));
    }

    @Override
    public long bytesOf(UserId userId) {
        return transactions.guarded(() -> documents
                .where(row -> row.document()
                        .countsFor()
                        .orElse(row.document().owner())
                        .equals(userId))
                .mapToLong(row -> row.document().size())
                .sum());
    }

    @Override
    public Set<Sha256> inUse(Set<Sha256> contents) {
        return transactions.guarded(() -> documents.values().stream()
                .map(row -> row.document().sha256())
                .filter(contents::contains)
                .collect(Collectors.toUnmodifiableSet()));
    }

    @Override
    public List<Claim> claim(Work work, String model, Optional<UserId> after, int most, Instant now, Instant until) {
        return transactions.guarded(() -> {
            Comparator<UserId> order = Comparator.comparing((UserId user) -> after.filter(
                                    last -> user.value().compareTo(last.value()) <= 0)
                            .isPresent())
                    .thenComparing(UserId::value);
            Optional<UserId> next = documents
                    .where(row -> row.isDue(work, model, now))
                    .map(row -> row.document().owner())
                    .min(order);
            List<IndexedDocument> waiting = next.stream()
                    .flatMap(byOwner::of)
                    .filter(row -> row.isDue(work, model, now))
                    .sorted(Comparator.comparing(row -> row.document().id().value()))
                    .limit(most)
                    .toList();
            List<Claim> claims = new ArrayList<>();
            int passages = 0;
            for (IndexedDocument row : waiting) {
                passages += row.passages().size() - row.embeddedBy(model);
                if (claims.isEmpty() || passages <= most) {
                    IndexedDocument claimed = row.claimed(work, model, until);
                    documents.put(row.document().id(), claimed);
                    claims.add(new Claim(work, claimed.document(), claimed.attempts()));
                }
            }
            return List.copyOf(claims);
        });
    }

    private boolean write(Claim claim, UnaryOperator<IndexedDocument> change) {
        return transactions.guarded(() -> {
            DocumentId id = claim.document().id();
            boolean isHeld = documents
                    .get(id)
                    .filter(row -> row.work().filter(claim.work()::equals).isPresent())
                    .filter(row -> row.attempts() == claim.attempt())
                    .isPresent();
            if (isHeld) {
                documents.change(id, change);
            }
            return isHeld;
        });
    }

    @Override
    public boolean progress(Claim claim, int pages, Instant until) {
        return write(claim, row -> row.read(pages).dueAt(until));
    }

    @Override
    public void release(Claim claim, Instant due) {
        write(claim, row -> row.dueAt(due));
    }

    @Override
    public void fail(Claim claim, String error) {
        write(claim, row -> row.failed(error));
    }

    @Override
    public boolean putPassages(Claim claim, int pages, List<Passage> passages, byte[] words) {
        return write(claim, row -> row.read(pages).ready(passages, words));
    }

    @Override
    public boolean putEmbeddings(Claim claim, String model, int from, int count, byte[] embeddings, Instant until) {
        return write(claim, row -> row.embedded(model, from, count, embeddings).dueAt(until));
    }

    private List<Passage> passages(DocumentId id) {
        return documents.get(id).map(IndexedDocument::passages).orElse(List.of());
    }

    @Override
    public List<Passage> passages(DocumentId id, int from, int most) {
        return transactions.guarded(
                () -> passages(id).stream().skip(from).limit(most).toList());
    }

    @Override
    public List<Passage> page(DocumentId id, int page, int most) {
        return transactions.guarded(() -> passages(id).stream()
                .filter(passage -> passage.page().equals(Optional.of(page)))
                .limit(most)
                .toList());
    }

    @Override
    public List<Passage> passages(Map<DocumentId, ? extends Collection<Integer>> numbers) {
        return transactions.guarded(() -> numbers.entrySet().stream()
                .flatMap(entry -> passages(entry.getKey()).stream()
                        .filter(passage -> entry.getValue().contains(passage.number())))
                .toList());
    }

    @Override
    public List<Searchable> searchable(Collection<CollectionId> ids, String model) {
        return transactions.guarded(() -> ids.stream()
                .distinct()
                .flatMap(byCollection::of)
                .filter(row -> row.document().status() == DocumentStatus.READY)
                .filter(row -> !row.passages().isEmpty())
                .sorted(Comparator.comparing(row -> row.document().id().value()))
                .map(row -> new Searchable(
                        row.document().id(),
                        row.document().name().value(),
                        row.passages().size(),
                        row.embeddedBy(model)))
                .toList());
    }

    private Stream<IndexedDocument> ready(Collection<DocumentId> ids) {
        return ids.stream()
                .distinct()
                .flatMap(id -> documents.get(id).stream())
                .filter(row -> row.document().status() == DocumentStatus.READY);
    }

    @Override
    public Map<DocumentId, byte[]> words(Collection<DocumentId> ids) {
        return transactions.guarded(() -> ready(ids)
                .collect(Collectors.toMap(
                        row -> row.document().id(), row -> row.words().clone())));
    }

    @Override
    public Map<DocumentId, List<byte[]>> embeddings(Collection<DocumentId> ids, String model) {
        return transactions.guarded(() -> {
            Map<DocumentId, List<byte[]>> all = new HashMap<>();
            ready(ids)
                    .filter(row -> row.embeddedBy(model) > 0)
                    .forEach(row -> all.put(
                            row.document().id(), List.copyOf(row.embeddings().values())));
            return all;
        });
    }

    @Override
    public int erase(UserId user, int most) {
        return transactions.guarded(() -> {
            int removed = documents.removeWhere(row -> row.document().owner().equals(user), most);
            removed += collections.removeWhere(any -> any.owner().equals(user), most - removed);
            List<KnowledgeCollection> counted = collections
                    .where(any -> any.countsFor().equals(Optional.of(user)))
                    .limit(most - removed)
                    .toList();
            counted.forEach(any -> collections.put(any.id(), any.countingForOwner()));
            removed += counted.size();
            List<IndexedDocument> rows = documents
                    .where(row -> row.document().countsFor().equals(Optional.of(user)))
                    .limit(most - removed)
                    .toList();
            rows.forEach(row -> documents.put(row.document().id(), row.countingForOwner()));
            return removed + rows.size();
        });
    }
}
