package dev.guildhall.core.search;

import dev.guildhall.core.cache.BoundedMap;
import dev.guildhall.ports.search.Embedder;
import dev.guildhall.ports.search.Embedding;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A cache of the embeddings of queries' sentences, since people and agents repeat questions. Removes the least recently
 * used sentence first. A wait for the embedder does not block other callers.
 */
public final class QueryEmbeddings {
    /** How many sentences are cached; with 384 coordinates each, 2 MB. */
    public static final int MOST = 1_000;

    private final Embedder embedder;
    private final Map<String, Embedding> known = BoundedMap.leastRecentlyUsed(MOST);

    public QueryEmbeddings(Embedder embedder) {
        this.embedder = embedder;
    }

    public List<Embedding> of(QueryParts query) {
        Map<String, Embedding> embeddings = remembered(query.sentences());
        List<String> missing = query.sentences().stream()
                .distinct()
                .filter(sentence -> !embeddings.containsKey(sentence))
                .toList();
        if (!missing.isEmpty()) {
            List<Embedding> found = embedder.embedQueries(missing);
            for (int i = 0; i < missing.size(); i++) {
                embeddings.put(missing.get(i), found.get(i));
            }
            remember(embeddings);
        }
        return query.sentences().stream()
                .map(sentence -> Objects.requireNonNull(embeddings.get(sentence)))
                .toList();
    }

    private Map<String, Embedding> remembered(List<String> sentences) {
        Map<String, Embedding> found = new HashMap<>();
        synchronized (known) {
            for (String sentence : sentences) {
                Embedding embedding = known.get(sentence);
                if (embedding != null) {
                    found.put(sentence, embedding);
                }
            }
        }
        return found;
    }

    private void remember(Map<String, Embedding> embeddings) {
        synchronized (known) {
            known.putAll(embeddings);
        }
    }
}
