package dev.guildhall.core.tool;

import dev.guildhall.core.cache.WeightedCache;
import dev.guildhall.core.tool.ranking.LearnedQueries;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.search.TextEmbedding;
import dev.guildhall.ports.tool.LearnedQueryStore;
import dev.guildhall.ports.tool.LearnedTool;
import dev.guildhall.ports.tool.ToolName;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The learned queries of each user, cached in memory and updated at every search, since other nodes learn and forget
 * too. Only the tools with changed queries are read from the store. The least recently used users are dropped when the
 * cache needs too much of the heap.
 */
final class QueryFeedback {
    /** How many tools are read at once; with 30 queries each, 5 MB. */
    private static final int TOOLS_AT_ONCE = 100;

    /** The fixed cost of a user, in bytes: so that the number of users without any query is bounded too. */
    static final int COST_OF_USER = 2_048;

    private static final class OfUser {
        final ReentrantLock lock = new ReentrantLock();
        LearnedQueries learned = LearnedQueries.nothing();
        long revision;
    }

    private final LearnedQueryStore store;
    private final Optional<String> model;
    private final WeightedCache<UserId, OfUser> users;

    /**
     * Creates an empty cache.
     *
     * @param model the model whose embeddings count; absent means that only words do
     * @param mostBytes how large the queries of all users are together; those of the last user stay, however large
     */
    QueryFeedback(LearnedQueryStore store, Optional<String> model, long mostBytes) {
        this.store = store;
        this.model = model;
        this.users = new WeightedCache<>(mostBytes);
    }

    LearnedQueries of(UserId userId) {
        OfUser queries = users.get(userId, fresh -> new OfUser());
        LearnedQueries learned = upToDate(userId, queries);
        users.weigh(userId, queries, learned.bytes() + COST_OF_USER);
        return learned;
    }

    private LearnedQueries upToDate(UserId userId, OfUser known) {
        known.lock.lock();
        try {
            Map<ToolName, List<LearnedQueries.Query>> changes = new HashMap<>();
            long revision = known.revision;
            List<LearnedTool> page;
            do {
                page = store.changedSince(userId, revision, TOOLS_AT_ONCE);
                for (LearnedTool tool : page) {
                    changes.put(
                            tool.toolName(),
                            tool.queries().stream().map(this::query).toList());
                    revision = tool.revision();
                }
            } while (page.size() == TOOLS_AT_ONCE);
            if (!changes.isEmpty()) {
                known.learned = known.learned.with(changes);
                known.revision = revision;
            }
            return known.learned;
        } finally {
            known.lock.unlock();
        }
    }

    private LearnedQueries.Query query(LearnedTool.Known known) {
        Optional<TextEmbedding> embedding = known.embedding()
                .filter(found -> model.filter(found.model()::equals).isPresent());
        return new LearnedQueries.Query(known.query().query(), embedding.map(TextEmbedding::embedding));
    }
}
