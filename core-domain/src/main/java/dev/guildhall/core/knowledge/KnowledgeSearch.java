package dev.guildhall.core.knowledge;

import dev.guildhall.core.cache.WeightedCache;
import dev.guildhall.core.config.KnowledgeLimits;
import dev.guildhall.core.limit.Permit;
import dev.guildhall.core.limit.UserBulkhead;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.knowledge.CollectionId;
import dev.guildhall.ports.knowledge.DocumentId;
import dev.guildhall.ports.knowledge.KnowledgeQuery;
import dev.guildhall.ports.knowledge.KnowledgeStore;
import dev.guildhall.ports.knowledge.KnowledgeStore.Searchable;
import dev.guildhall.ports.knowledge.Passage;
import dev.guildhall.ports.knowledge.PassageHit;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.search.Embedding;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Searches collections by words and meaning (knowledge-7). The indexes of documents that were searched stay in the heap;
 * the store says which documents there are, so a search on any node finds what another node has indexed.
 */
public final class KnowledgeSearch {
    private static final CommonProblem BUSY = new CommonProblem.Unavailable("search of documents", "is busy");
    private static final int READ_AT_ONCE = 50;
    /** Embeddings of a document that grow are read again when there are so many more. */
    private static final int GROWTH = 256;

    private final KnowledgeStore store;
    private final PassageEmbeddings embeddings;
    private final KnowledgeLimits.Index limits;
    private final WeightedCache<DocumentId, AtomicReference<Optional<DocumentIndex>>> indexes;
    private final UserBulkhead searches;

    KnowledgeSearch(
            InstantSource clock, KnowledgeStore store, PassageEmbeddings embeddings, KnowledgeLimits.Index limits) {
        this.store = store;
        this.embeddings = embeddings;
        this.limits = limits;
        this.indexes = new WeightedCache<>(limits.bytes());
        this.searches = new UserBulkhead(limits.searches(), limits.searchesOfUser(), limits.waiting(), clock);
    }

    /**
     * The passages that match a query, best first. Asks the embedder: never call it in a transaction.
     *
     * @param countsFor the user for whose share of the concurrent searches it counts
     */
    @SuppressWarnings("try") // The permit is only held.
    List<PassageHit> search(UserId countsFor, List<CollectionId> ids, KnowledgeQuery query) {
        Optional<Embedding> embedding = embeddings.of(query.text());
        try (Permit permit = searches.enter(countsFor, limits.within(), BUSY, BUSY)) {
            List<Searchable> documents = store.searchable(ids, embeddings.model());
            List<DocumentIndex> searched =
                    indexes(documents.stream().limit(limits.documents()).toList());
            return withText(new PassageRanking(searched).best(query.text(), embedding, query.limit()));
        }
    }

    private List<DocumentIndex> indexes(List<Searchable> documents) {
        Map<DocumentId, DocumentIndex> found = new HashMap<>();
        List<Searchable> missing = new ArrayList<>();
        for (Searchable document : documents) {
            cell(document.id())
                    .get()
                    .filter(index -> isUpToDate(index, document))
                    .ifPresentOrElse(index -> found.put(document.id(), index), () -> missing.add(document));
        }
        for (int from = 0; from < missing.size(); from += READ_AT_ONCE) {
            read(missing.subList(from, Math.min(missing.size(), from + READ_AT_ONCE)), found);
        }
        return documents.stream()
                .flatMap(document -> Optional.ofNullable(found.get(document.id())).stream())
                .toList();
    }

    private AtomicReference<Optional<DocumentIndex>> cell(DocumentId id) {
        return indexes.get(id, any -> new AtomicReference<>(Optional.empty()));
    }

    private static boolean isUpToDate(DocumentIndex index, Searchable now) {
        int known = index.embeddings().count();
        return known == now.embedded()
                || (now.embedded() > known
                        && now.embedded() < now.passages()
                        && known > 0
                        && now.embedded() - known < GROWTH);
    }

    private void read(List<Searchable> some, Map<DocumentId, DocumentIndex> found) {
        List<DocumentId> ids = some.stream().map(Searchable::id).toList();
        Map<DocumentId, byte[]> words = store.words(ids);
        List<DocumentId> embedded = some.stream()
                .filter(document -> document.embedded() > 0)
                .map(Searchable::id)
                .toList();
        Map<DocumentId, List<byte[]>> meanings =
                embedded.isEmpty() ? Map.of() : store.embeddings(embedded, embeddings.model());
        for (Searchable document : some) {
            byte[] ofWords = words.get(document.id());
            if (ofWords != null) {
                List<byte[]> ofMeaning = meanings.getOrDefault(document.id(), List.of());
                DocumentIndex index = new DocumentIndex(
                        document.id(),
                        document.name(),
                        WordIndex.of(ofWords),
                        ofMeaning.isEmpty() ? EmbeddingIndex.NONE : EmbeddingIndex.of(ofMeaning));
                AtomicReference<Optional<DocumentIndex>> cell = cell(document.id());
                cell.set(Optional.of(index));
                indexes.weigh(document.id(), cell, index.bytes());
                found.put(document.id(), index);
            }
        }
    }

    /** Passages of documents that were removed in the meantime are left out. */
    private List<PassageHit> withText(List<PassageRanking.Hit> hits) {
        Map<DocumentId, Set<Integer>> numbers = new HashMap<>();
        hits.forEach(hit ->
                numbers.computeIfAbsent(hit.document(), any -> new TreeSet<>()).add(hit.passage()));
        Map<Map.Entry<DocumentId, Integer>, Passage> texts = new HashMap<>();
        if (!numbers.isEmpty()) {
            store.passages(numbers)
                    .forEach(passage -> texts.put(Map.entry(passage.document(), passage.number()), passage));
        }
        return hits.stream()
                .flatMap(hit -> Optional.ofNullable(texts.get(Map.entry(hit.document(), hit.passage())))
                        .map(passage -> new PassageHit(passage, hit.name(), hit.score()))
                        .stream())
                .toList();
    }
}
