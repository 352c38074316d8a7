package dev.guildhall.ports.tool;

import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.search.Embedding;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Driven port: tools, and what is known for finding them. Blocks. Thread-safe; takes part in {@code Transactions}. */
public interface ToolStore {
    /**
     * Keeps a new tool, unless its registrant has one with this name and version.
     *
     * @return the one that there is: the given one when it was kept
     */
    Tool add(Tool tool);

    /** Writes where a tool stands: its status, who sees it, and when it was deprecated. */
    void changeStatus(Tool tool);

    /** The one of that id. */
    Optional<Tool> find(ToolId id);

    /** Those of these ids that there are, by id. */
    Map<ToolId, Tool> findAll(Collection<ToolId> ids);

    /** What one registrant has under a name, in any status; an absent registrant means what is built in or imported. */
    List<Tool> ofName(Optional<UserId> registrant, ToolName name);

    /** Everything that is built in or imported for one integration, in any status. */
    List<Tool> imported(IntegrationName integration);

    /** How many tools somebody has registered, in any status. */
    int countOf(UserId registrant);

    /**
     * The tools that a filter shows to somebody, newest first. Latest is, of what one registrant has under one name with
     * the filter's status, the one with the highest version, and among equal ones the newest.
     *
     * @param viewer who sees shared tools and own ones; absent for an admin, who sees all
     * @param integrations of what is built in or imported, those of these integrations alone are seen
     */
    ToolPage list(
            ToolFilter filter, Optional<UserId> viewer, Collection<IntegrationName> integrations, PageRequest page);

    /**
     * Which tools have changed, in any way, since a mark. A change that is in an open transaction at the moment comes with
     * a later call, so the same change may come more than once.
     *
     * @param since the mark of the call before; absent means from the beginning
     */
    ToolRevisions revisions(Optional<String> since);

    /** Those of these ids that there are, with what they mean, for an index. */
    List<IndexedTool> indexed(Collection<ToolId> ids);

    /** Tools in use that have no embedding of a model, the oldest first, at most so many. */
    List<Tool> withoutEmbedding(String model, int most);

    /** Keeps what a tool means to a model, in place of what it meant to any. Nothing happens when the tool is gone. */
    void putEmbedding(ToolId id, String model, Embedding embedding);
}
