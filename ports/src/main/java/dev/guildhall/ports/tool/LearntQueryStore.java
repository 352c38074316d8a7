package dev.guildhall.ports.tool;

import dev.guildhall.ports.UserId;
import java.util.List;

/** Driven port: queries that led to executions. Blocks. Thread-safe; takes part in {@code Transactions}. */
public interface LearntQueryStore {
    /**
     * Keeps one; the same query for the same tool only gets its new time. Forgets the oldest of those that the user has
     * for this tool beyond so many.
     */
    void add(LearntQuery learnt, int mostOfTool);

    /** All of a user, newest first, at most so many. */
    List<LearntQuery> ofUser(UserId userId, int most);

    /** Those that a user has for a tool, newest first. */
    List<LearntQuery> ofTool(UserId userId, ToolName tool);

    /** Forgets those that a user has for a tool. */
    void forget(UserId userId, ToolName tool);
}
