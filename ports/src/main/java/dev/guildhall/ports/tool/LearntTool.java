package dev.guildhall.ports.tool;

import dev.guildhall.ports.search.TextEmbedding;
import java.util.List;
import java.util.Optional;

/**
 * What one user's queries say about a tool, for an index.
 *
 * @param toolName which tool, in all its versions
 * @param revision of the last change; see {@link LearntQueryStore}
 * @param queries newest first; empty after they were forgotten
 */
public record LearntTool(ToolName toolName, long revision, List<Known> queries) {
    public LearntTool {
        queries = List.copyOf(queries);
    }

    /**
     * A learnt query, and what is known for comparing it with others.
     *
     * @param query which one
     * @param meaning absent until it is known
     */
    public record Known(LearntQuery query, Optional<TextEmbedding> meaning) {}
}
