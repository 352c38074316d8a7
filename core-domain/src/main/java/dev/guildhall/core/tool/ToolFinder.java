package dev.guildhall.core.tool;

import dev.guildhall.core.search.QueryParts;
import dev.guildhall.core.tool.ranking.ToolIndex;
import dev.guildhall.core.tool.ranking.ToolSearch;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.tool.SearchHit;
import dev.guildhall.ports.tool.SearchQuery;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolId;
import dev.guildhall.ports.tool.ToolName;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Searches tools in the index, and keeps the index synchronised with the store. */
final class ToolFinder {
    /** How many additional hits are read, to replace tools that were removed in the meantime. */
    private static final int SPARE = 10;

    private final ToolParts parts;
    private final ToolIndex index = new ToolIndex();
    private final ToolIndexSync indexSync;
    private final ToolEmbeddings embeddings;
    private final QueryFeedback learned;

    ToolFinder(ToolParts parts) {
        this.parts = parts;
        this.embeddings = new ToolEmbeddings(parts.stores(), parts.embedder());
        this.learned = new QueryFeedback(
                parts.stores().learnedQueries(),
                embeddings.model(),
                parts.limits().learnedBytes());
        this.indexSync = new ToolIndexSync(parts.clock(), parts.stores().tools(), index, embeddings.model());
    }

    List<SearchHit> find(Caller.User user, SearchQuery query) {
        indexSync.catchUp();
        QueryParts asked = index.parts(query.text());
        CompositeEndpoints endpoints = parts.endpoints();
        Predicate<Tool> visible = tool -> isListed(user, tool, endpoints.new OfTools(user.userId()));
        int most = Math.min(SearchQuery.MAX_LIMIT, query.limit() + SPARE);
        List<SearchHit> hits =
                index.search(new ToolSearch(asked, embeddings.of(asked), visible, learned.of(user.userId()), most));
        return confirmed(user, hits).stream().limit(query.limit()).toList();
    }

    /** A query with its embedding, which is cached after a search for it. */
    RecentSearches.Query understood(SearchQuery query) {
        return new RecentSearches.Query(query.text(), embeddings.ofWhole(index.parts(query.text())));
    }

    /** A number that changes with the tools of any user. */
    long version() {
        indexSync.catchUp();
        return index.version();
    }

    /** All tools that a user has or others share, the highest version of each, in any order. */
    List<Tool> known(UserId user) {
        return index.all(tool -> tool.isListedFor(user));
    }

    /** Those of them with that name. */
    List<Tool> listed(Caller.User user, ToolName name, CompositeEndpoints.OfTools endpoints) {
        indexSync.catchUp();
        return index.named(name).stream()
                .filter(tool -> isListed(user, tool, endpoints))
                .toList();
    }

    /** The hits that the store still has, in their stored state: an index is a moment behind other nodes. */
    private List<SearchHit> confirmed(Caller.User user, List<SearchHit> hits) {
        Map<ToolId, Tool> known = parts.stores()
                .tools()
                .findAll(hits.stream().map(hit -> hit.tool().id()).toList());
        hits.stream()
                .map(hit -> hit.tool().id())
                .filter(id -> !known.containsKey(id))
                .forEach(indexSync::forget);
        return hits.stream()
                .filter(hit -> known.containsKey(hit.tool().id()))
                .map(hit -> new SearchHit(known.getOrDefault(hit.tool().id(), hit.tool()), hit.relevance()))
                .filter(hit -> isListed(user, hit.tool(), parts.endpoints().new OfTools(user.userId())))
                .toList();
    }

    /** Whether a caller may use a tool whose integration is usable. */
    static boolean isListed(Caller.User user, Tool tool, CompositeEndpoints.OfTools endpoints) {
        boolean isOffered = !tool.isImported()
                || endpoints
                        .apply(tool)
                        .filter(endpoint -> endpoint.integration().isUsable())
                        .isPresent();
        return isOffered
                && tool.isListedFor(user.userId())
                && user.mayUse(tool.definition().name().value());
    }

    /** About how many bytes of the heap the active registered tools of all accounts need. */
    long registeredBytes() {
        indexSync.catchUp();
        return indexSync.registeredBytes();
    }

    /** Tells the index that this node has written tools, so that the next search updates it. */
    void changed() {
        indexSync.changed();
    }

    void added(Tool tool) {
        embeddings.learn(List.of(tool));
        indexSync.changed();
    }

    /** Computes missing embeddings of tools and learned queries, and updates the index. */
    void maintenance() {
        embeddings.learnMissingQueries(index::parts);
        if (embeddings.learnMissing() > 0) {
            indexSync.changed();
        }
        indexSync.catchUp();
    }
}
