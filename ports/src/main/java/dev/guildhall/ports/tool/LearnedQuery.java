package dev.guildhall.ports.tool;

import dev.guildhall.ports.UserId;
import java.time.Instant;

/**
 * A query after which its author executed a tool successfully; it improves the rank of the tool in later searches.
 *
 * @param userId the author; the searches of other users ignore the query
 * @param toolName the tool, in all its versions
 * @param query the text of the query
 * @param learnedAt when the query last led to an execution
 */
public record LearnedQuery(UserId userId, ToolName toolName, String query, Instant learnedAt) {}
