package dev.guildhall.core.tool;

import dev.guildhall.core.tool.ranking.LearntQueries;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.search.TextEmbedding;
import dev.guildhall.ports.tool.LearntQueryStore;
import dev.guildhall.ports.tool.LearntTool;
import dev.guildhall.ports.tool.ToolName;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What each user's earlier queries say, held in memory and brought up to date at every search: other nodes learn and
 * forget too. The store is asked for the tools alone whose queries have changed. The users that have not searched for the
 * longest time are dropped when there are too many queries in all. Thread-safe.
 */
final class QueryFeedback {
    private static final float LOAD = 0.75f;

    /** How many tools are read at once; of 30 queries each, 5 MB. */
    private static final int TOOLS_AT_ONCE = 100;

    /** What a user costs besides the queries, in queries: so that the number of users without any is bounded too. */
    private static final int COST_OF_USER = 8;

    /** The queries of one user, as far as they are known. */
    private static final class OfUser {
        final ReentrantLock lock = new ReentrantLock();
        LearntQueries learnt = LearntQueries.nothing();
        long revision;
    }

    /**
     * Queries that are held.
     *
     * @param cost what they count
     */
    private record Held(OfUser queries, int cost) {}

    private final LearntQueryStore store;
    private final Optional<String> model;
    private final int mostHeld;
    private final Map<UserId, Held> users = new LinkedHashMap<>(16, LOAD, true);
    private long held;

    /**
     * Holds nothing yet.
     *
     * @param model whose meanings count; absent means that words alone do
     * @param mostHeld how many queries of all users are held; those of the last user stay, however many they are
     */
    QueryFeedback(LearntQueryStore store, Optional<String> model, int mostHeld) {
        this.store = store;
        this.model = model;
        this.mostHeld = mostHeld;
    }

    LearntQueries of(UserId userId) {
        OfUser queries = queriesOf(userId);
        LearntQueries learnt = upToDate(userId, queries);
        weigh(userId, queries, learnt.size() + COST_OF_USER);
        return learnt;
    }

    private LearntQueries upToDate(UserId userId, OfUser known) {
        known.lock.lock();
        try {
            Map<ToolName, List<LearntQueries.Query>> changes = new HashMap<>();
            long revision = known.revision;
            List<LearntTool> page;
            do {
                page = store.changedSince(userId, revision, TOOLS_AT_ONCE);
                for (LearntTool tool : page) {
                    changes.put(
                            tool.toolName(),
                            tool.queries().stream().map(this::query).toList());
                    revision = tool.revision();
                }
            } while (page.size() == TOOLS_AT_ONCE);
            if (!changes.isEmpty()) {
                known.learnt = known.learnt.with(changes);
                known.revision = revision;
            }
            return known.learnt;
        } finally {
            known.lock.unlock();
        }
    }

    private LearntQueries.Query query(LearntTool.Known known) {
        Optional<TextEmbedding> meaning = known.meaning()
                .filter(found -> model.filter(found.model()::equals).isPresent());
        return new LearntQueries.Query(known.query().query(), meaning.map(TextEmbedding::embedding));
    }

    private OfUser queriesOf(UserId userId) {
        synchronized (users) {
            return users.computeIfAbsent(userId, fresh -> new Held(new OfUser(), 0))
                    .queries();
        }
    }

    private void weigh(UserId userId, OfUser queries, int cost) {
        synchronized (users) {
            Held known = users.get(userId);
            if (known == null || known.queries() != queries) {
                return;
            }
            users.put(userId, new Held(queries, cost));
            held += cost - known.cost();
            var eldest = users.values().iterator();
            while (held > mostHeld && users.size() > 1) {
                held -= eldest.next().cost();
                eldest.remove();
            }
        }
    }
}
