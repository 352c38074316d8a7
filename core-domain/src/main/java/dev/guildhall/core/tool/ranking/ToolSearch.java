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
 * @param query what is looked for
 * @param meanings the embedding of each of {@link QueryParts#sentences}, in their order; none where there is no embedder,
 *     and words alone count then
 * @param visible which tools the caller may see; no other has any influence. It is asked once a tool and must be quick.
 * @param learnt what the caller's earlier queries say
 * @param limit the most hits, 1 to {@value SearchQuery#MAX_LIMIT}
 */
public record ToolSearch(
        QueryParts query, List<Embedding> meanings, Predicate<Tool> visible, LearntQueries learnt, int limit) {
    public ToolSearch {
        meanings = List.copyOf(meanings);
        if (!meanings.isEmpty() && meanings.size() != query.sentences().size()) {
            throw new IllegalArgumentException("there must be one embedding for each sentence, or none");
        }
        if (limit < 1 || limit > SearchQuery.MAX_LIMIT) {
            throw new IllegalArgumentException("the limit must be between 1 and " + SearchQuery.MAX_LIMIT);
        }
    }
}
