package dev.guildhall.ports.tool;

import dev.guildhall.ports.search.TextEmbedding;
import java.util.List;
import java.util.Optional;

/**
 * The queries of one user for a tool, for an index.
 *
 * @param toolName the tool, in all its versions
 * @param revision of the last change; see {@link LearnedQueryStore}
 * @param queries newest first; empty after they were removed
 */
public record LearnedTool(ToolName toolName, long revision, List<Known> queries) {
    public LearnedTool {
        queries = List.copyOf(queries);
    }

    /**
     * A query with its embedding.
     *
     * @param query the query
     * @param embedding its embedding; absent until it is computed
     */
    public record Known(LearnedQuery query, Optional<TextEmbedding> embedding) {}
}
