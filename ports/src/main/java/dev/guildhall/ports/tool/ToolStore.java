package dev.guildhall.ports.tool;

import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserData;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.search.Embedding;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Driven port: tools with their data for the search. Blocks. Takes part in {@code Transactions}. */
public interface ToolStore extends UserData {
    /**
     * Stores a new tool, unless its registrant has one with this name and version.
     *
     * @param countsFor the user for whose limits it counts instead of its registrant (general-24);
     *     absent means its registrant, as does a user whose account is erased
     * @return the stored tool: the given one, or the existing one
     */
    Tool add(Tool tool, Optional<UserId> countsFor);

    /** Writes status, visibility and deprecation of a tool, and what its server declares. */
    void changeStatus(Tool tool);

    /** The tool with that id; empty when there is none. */
    Optional<Tool> find(ToolId id);

    /** The existing tools with these ids, by id. */
    Map<ToolId, Tool> findAll(Collection<ToolId> ids);

    /**
     * The tools of one registrant with a name, in any status; an absent registrant means built-in and imported tools.
     */
    List<Tool> ofName(Optional<UserId> registrant, ToolName name);

    /** All tools that an integration offers or offered, in any status. */
    List<Tool> imported(Integration.Key integration);

    /** Deprecates all tools that an integration offers, active and quarantined ones. */
    void deprecateAll(Integration.Key integration, Tool.Deprecation end);

    /** How many registered tools count for a user, in any status. */
    int countOf(UserId user);

    /** How many bytes these tools have: their descriptions in UTF-8, and their parameters as JSON in UTF-8. */
    long bytesOf(UserId user);

    /**
     * The tools that a filter selects for a user, newest first. The latest version is, among the tools of one
     * registrant with one name and the filter's status, the one with the highest version, and of equal versions the
     * newest.
     *
     * @param viewer a user, who sees shared tools and the user's own; absent for an admin, who sees all
     * @param integrations of the built-in and imported tools, only those of these integrations are included
     */
    ToolPage list(
            ToolFilter filter, Optional<UserId> viewer, Collection<IntegrationName> integrations, PageRequest page);

    /**
     * The tools that have changed in any way since a mark. A change in a transaction that is still open is returned by
     * a later call, so the same change may be returned more than once.
     *
     * @param since the mark of the previous call; absent means from the beginning
     */
    ToolRevisions revisions(Optional<String> since);

    /** The existing tools with these ids, with their embeddings, for an index. */
    List<IndexedTool> indexed(Collection<ToolId> ids);

    /** Active tools without an embedding of a model, those without any embedding first, at most {@code most}. */
    List<Tool> withoutEmbedding(String model, int most);

    /**
     * Stores the embedding of a tool, in place of an older one of any model. Nothing happens when there is no such
     * tool.
     */
    void putEmbedding(ToolId id, String model, Embedding embedding);
}
