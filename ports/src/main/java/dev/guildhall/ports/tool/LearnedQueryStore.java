package dev.guildhall.ports.tool;

import dev.guildhall.ports.UserData;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.search.TextEmbedding;
import java.util.List;
import java.util.Optional;

/**
 * Driven port: queries that led to executions. Blocks. Thread-safe, also across nodes; takes part in
 * {@code Transactions}.
 *
 * <p>The changes of one user's queries have increasing numbers, in the order in which they become visible: a reader
 * that has read up to a number has missed no earlier change.
 */
public interface LearnedQueryStore extends UserData {
    /**
     * The limits of the stored queries.
     *
     * @param ofTool for one tool of one user; beyond it the store removes the oldest query of the tool
     * @param ofUser for all tools of one user; beyond it the store removes the oldest query of the tool with the most
     *     queries
     */
    record Bounds(int ofTool, int ofUser) {}

    /**
     * Stores a query. When the query is stored for the same tool already, only its time changes, and its embedding when
     * one is given. Nothing is stored for an account that does not exist.
     *
     * @param embedding the embedding of the query; absent until it is computed
     */
    void add(LearnedQuery learned, Optional<TextEmbedding> embedding, Bounds bounds);

    /**
     * The tools whose queries have changed after a revision, by revision, with all their current queries.
     *
     * @param revision 0 for all tools
     * @param most how many tools at most
     */
    List<LearnedTool> changedSince(UserId userId, long revision, int most);

    /** The queries of a user for a tool, newest first. */
    List<LearnedQuery> ofTool(UserId userId, ToolName tool);

    /** Removes the queries of a user for a tool. */
    void forget(UserId userId, ToolName tool);

    /** Queries of all users without an embedding of a model, in any order, at most {@code most}. */
    List<LearnedQuery> withoutEmbedding(String model, int most);

    /**
     * Stores the embedding of a query, in place of an older one of any model. Nothing happens when the query was
     * removed.
     */
    void putEmbedding(LearnedQuery learned, TextEmbedding embedding);
}
