package dev.guildhall.ports.tool;

import dev.guildhall.ports.UserId;
import dev.guildhall.ports.search.TextEmbedding;
import java.util.List;
import java.util.Optional;

/**
 * Driven port: queries that led to executions. Blocks. Thread-safe, also across nodes; takes part in {@code Transactions}.
 *
 * <p>The changes of one user's queries have numbers that go up, in the order in which they become visible: a reader that
 * has seen the changes up to a number has seen all of them.
 */
public interface LearntQueryStore {
    /**
     * How many queries are kept.
     *
     * @param ofTool for one tool of one user; beyond that the oldest one of the tool is forgotten
     * @param ofUser for all tools of one user; beyond that the oldest one of the tool with the most queries is forgotten
     */
    record Bounds(int ofTool, int ofUser) {}

    /**
     * Keeps one; the same query for the same tool only gets its new time, and its meaning where one is given. Nothing is
     * kept of an account that does not exist.
     *
     * @param meaning what the query means; absent while it is not known
     */
    void add(LearntQuery learnt, Optional<TextEmbedding> meaning, Bounds bounds);

    /**
     * The tools whose queries have changed after a revision, by revision, with all queries that they have now.
     *
     * @param revision 0 for all tools
     * @param most how many tools at most
     */
    List<LearntTool> changedSince(UserId userId, long revision, int most);

    /** Those that a user has for a tool, newest first. */
    List<LearntQuery> ofTool(UserId userId, ToolName tool);

    /** Forgets those that a user has for a tool. */
    void forget(UserId userId, ToolName tool);

    /** Queries of all users that have no meaning for a model, in no order, at most so many. */
    List<LearntQuery> withoutMeaning(String model, int most);

    /** Keeps what a query means, in place of what it meant to any model. Nothing happens when the query is forgotten. */
    void putMeaning(LearntQuery learnt, TextEmbedding meaning);
}
