package dev.guildhall.persistence.usage;

import dev.guildhall.persistence.db.Db;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The sums of all users and keys since some days, which triggers keep. A new sum begins with what is added from then on;
 * batches of users add the rest: what the days have less what the sum has, as one statement sees both. So no row is missed
 * or counted twice, and writers wait for a batch at most.
 */
final class UsageSums {
    private static final String EXISTING = "SELECT first FROM usage_windows";

    /** Waits for the triggers that do not see the new rows, and not for long, since later ones wait behind it. */
    private static final List<String> LOCK =
            List.of("SET LOCAL lock_timeout = '100ms'", "LOCK TABLE usage_windows IN EXCLUSIVE MODE");

    private static final String END = "DELETE FROM usage_windows WHERE first <> ALL(:firsts)";

    private static final String BEGIN = """
        INSERT INTO usage_windows (first) SELECT first FROM unnest(:firsts) first ON CONFLICT (first) DO NOTHING
        """;

    /** A node that sums the same days at the moment has the lock. */
    private static final String NEXT = """
        SELECT first, summed_to FROM usage_windows WHERE NOT ready ORDER BY first DESC LIMIT 1 FOR UPDATE SKIP LOCKED
        """;

    private static final String USERS = """
        WITH RECURSIVE users AS (
            (SELECT user_id, 1 AS number FROM usage_days WHERE user_id > :after ORDER BY user_id LIMIT 1)
            UNION ALL
            (SELECT following.user_id, number + 1
            FROM users CROSS JOIN LATERAL (
                SELECT user_id FROM usage_days WHERE user_id > users.user_id ORDER BY user_id LIMIT 1) following
            WHERE number < :most)
        )
        SELECT user_id, number FROM users ORDER BY number DESC LIMIT 1
        """;

    private static final String ADD = """
        INSERT INTO %1$s AS t (%3$s, first, prompt_tokens, completion_tokens, requests, cost)
        SELECT %3$s, CAST(:first AS date), sum(prompt_tokens), sum(completion_tokens), sum(requests), sum(cost)
        FROM (
            SELECT %3$s, prompt_tokens, completion_tokens, requests, cost FROM %2$s WHERE %4$s AND day >= :first
            UNION ALL
            SELECT %3$s, -prompt_tokens, -completion_tokens, -requests, -cost FROM %1$s
            WHERE %4$s AND first = :first) counted
        WHERE NOT EXISTS (SELECT FROM users WHERE id = user_id AND removed_at IS NOT NULL)
        GROUP BY %3$s ORDER BY %3$s
        ON CONFLICT (%3$s, first) DO UPDATE
        SET prompt_tokens = t.prompt_tokens + excluded.prompt_tokens,
            completion_tokens = t.completion_tokens + excluded.completion_tokens,
            requests = t.requests + excluded.requests,
            cost = coalesce(t.cost + excluded.cost, t.cost, excluded.cost)
        """;

    private static final String ADVANCE =
            "UPDATE usage_windows SET summed_to = :to, ready = :ready WHERE first = :first";

    private record Progress(LocalDate first, String summedTo) {}

    private record Users(String last, int count) {}

    private final Db db;

    UsageSums(Db db) {
        this.db = db;
    }

    int keep(Set<LocalDate> firsts, int most) {
        LocalDate[] days = firsts.toArray(LocalDate[]::new);
        if (!new HashSet<>(db.list(EXISTING, Map.of(), (row, _) -> row.getObject("first", LocalDate.class)))
                .equals(firsts)) {
            db.inTransaction(() -> {
                LOCK.forEach(sql -> db.update(sql, Map.of()));
                return db.update(END, Map.of("firsts", days)) + db.update(BEGIN, Map.of("firsts", days));
            });
        }
        int done = 0;
        Optional<Integer> step = Optional.of(0);
        while (step.isPresent() && done < most) {
            int rest = most - done;
            step = db.inTransaction(() -> next().map(progress -> sum(progress, rest)));
            done += step.orElse(0);
        }
        for (String table : List.of("usage_sums", "usage_key_sums")) {
            done += done < most ? forget(table, days, most - done) : 0;
        }
        return done;
    }

    /** Reads the days between those that are kept, which an index finds. */
    private int forget(String table, LocalDate[] kept, int most) {
        String sql = """
            DELETE FROM %1$s WHERE ctid = ANY(ARRAY(
                SELECT old.ctid
                FROM (SELECT day, lead(day, 1, 'infinity') OVER (ORDER BY day) AS next
                    FROM unnest(array_append(:firsts, CAST('-infinity' AS date))) day) kept
                CROSS JOIN LATERAL (SELECT ctid FROM %1$s WHERE first > kept.day AND first < kept.next LIMIT :most) old
                LIMIT :most))
            """.formatted(table);
        return db.update(sql, Map.of("firsts", kept, "most", most));
    }

    private Optional<Progress> next() {
        return db.find(
                NEXT,
                Map.of(),
                (row, _) -> new Progress(row.getObject("first", LocalDate.class), row.getString("summed_to")));
    }

    private int sum(Progress progress, int most) {
        Users users = db.find(
                        USERS,
                        Map.of("after", progress.summedTo(), "most", most),
                        (row, _) -> new Users(row.getString("user_id"), row.getInt("number")))
                .orElse(new Users(progress.summedTo(), 0));
        boolean last = users.count() < most;
        String range = last ? "%1$s > :after" : "%1$s > :after AND %1$s <= :to";
        String ofUsers = range.formatted("user_id");
        Map<String, Object> values =
                Map.of("first", progress.first(), "after", progress.summedTo(), "to", users.last(), "ready", last);
        // As a foreign key would: the removal of an account waits, and then deletes the sums too.
        db.list(
                "SELECT id FROM accounts WHERE " + range.formatted("id") + " ORDER BY id FOR KEY SHARE",
                values,
                (_, _) -> true);
        db.list(
                "SELECT user_id FROM usage_sums WHERE " + ofUsers + " ORDER BY user_id, first FOR NO KEY UPDATE",
                values,
                (_, _) -> true);
        db.update(ADD.formatted("usage_sums", "usage_days", "user_id", ofUsers), values);
        db.update(ADD.formatted("usage_key_sums", "usage_key_days", "user_id, key_id", ofUsers), values);
        db.update(ADVANCE, values);
        return users.count();
    }
}
