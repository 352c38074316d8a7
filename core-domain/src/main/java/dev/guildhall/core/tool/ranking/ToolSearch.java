package dev.guildhall.core.tool.ranking;

import dev.guildhall.core.search.QueryParts;
import dev.guildhall.ports.search.Embedding;
import dev.guildhall.ports.tool.SearchQuery;
import dev.guildhall.ports.tool.Tool;
import java.util.List;
import java.util.function.Predicate;

/**
 * One search for tools.
 *
 * @param query the query
 * @param embeddings the embedding of each of {@link QueryParts#sentences}, in order; none without an embedder, and only
 *     words count
 * @param visible the tools that the caller may see; no other tool has any influence. It is called once for each tool
 *     and must be quick.
 * @param learned the caller's learned queries
 * @param limit the most hits, 1 to {@value SearchQuery#MAX_LIMIT}
 */
public record ToolSearch(
        QueryParts query, List<Embedding> embeddings, Predicate<Tool> visible, LearnedQueries learned, int limit) {
    public ToolSearch {
        embeddings = List.copyOf(embeddings);
        if (!embeddings.isEmpty() && embeddings.size() != query.sentences().size()) {
            throw new IllegalArgumentException("there must be one embedding for each sentence, or none");
        }
        if (limit < 1 || limit > SearchQuery.MAX_LIMIT) {
            throw new IllegalArgumentException("the limit must be between 1 and " + SearchQuery.MAX_LIMIT);
        }
    }
}
