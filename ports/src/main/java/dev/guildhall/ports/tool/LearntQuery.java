package dev.guildhall.ports.tool;

import dev.guildhall.ports.UserId;
import java.time.Instant;

/**
 * A query after which its author executed a tool with success: one of the reasons to find it again.
 *
 * @param userId whose query; nobody else's searches are touched by it
 * @param toolName which tool, in all its versions
 * @param query in the author's words
 * @param learntAt when, for the last time
 */
public record LearntQuery(UserId userId, ToolName toolName, String query, Instant learntAt) {}
