package dev.guildhall.core.tool;

import dev.guildhall.core.search.Learnt;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.tool.LearntQuery;
import dev.guildhall.ports.tool.LearntQueryStore;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What each user's earlier queries say, taken apart once for as long as they stay the same. The store is asked every time:
 * other nodes learn too. Thread-safe.
 */
final class LearntOfUsers {
    private static final int MOST_USERS = 500;

    /** Queries, taken apart. */
    private record Known(List<LearntQuery> queries, Learnt learnt) {}

    private final LearntQueryStore store;
    private final int mostQueries;
    private final Map<UserId, Known> known = new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<UserId, Known> eldest) {
            return size() > MOST_USERS;
        }
    };

    LearntOfUsers(LearntQueryStore store, int mostQueries) {
        this.store = store;
        this.mostQueries = mostQueries;
    }

    Learnt of(UserId user) {
        List<LearntQuery> queries = store.ofUser(user, mostQueries);
        if (queries.isEmpty()) {
            return Learnt.nothing();
        }
        synchronized (known) {
            Optional<Known> before = Optional.ofNullable(known.get(user));
            if (before.isPresent() && before.get().queries().equals(queries)) {
                return before.get().learnt();
            }
        }
        Learnt learnt = Learnt.of(queries);
        synchronized (known) {
            known.put(user, new Known(queries, learnt));
        }
        return learnt;
    }
}
