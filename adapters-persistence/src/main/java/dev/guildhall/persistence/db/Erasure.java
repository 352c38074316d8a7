package dev.guildhall.persistence.db;

import dev.guildhall.ports.UserId;
import java.util.List;
import java.util.Map;

/** Removes rows of users in batches (accounts-21), for the stores that have them. */
public final class Erasure {
    /** How many parents a statement removes children of. */
    private static final int PARENTS = 50;

    /** The rows of a table that belong to a row which a column names. */
    public record Table(String name, String column) {
        /** The subquery waits for locked rows: a row that another transaction writes must not be left behind. */
        String delete() {
            return """
                DELETE FROM %1$s WHERE ctid = ANY(ARRAY(
                    SELECT ctid FROM %1$s WHERE %2$s = ANY(:of) LIMIT :most FOR UPDATE))
                """.formatted(name, column);
        }
    }

    /**
     * Rows whose children are removed first, since there may be many of them.
     *
     * @param lock selects parents of the user {@code :id}, at most {@code :most}, and locks them before their children,
     *     as writers do
     */
    public record Tree(String name, String key, String lock, List<Table> children) {
        public static Tree of(String name, String owner, Table... children) {
            String lock = "SELECT id FROM %s WHERE %s = :id LIMIT :most FOR UPDATE".formatted(name, owner);
            return new Tree(name, "id", lock, List.of(children));
        }

        String delete() {
            return "DELETE FROM %1$s WHERE %2$s = ANY(:of)".formatted(name, key);
        }
    }

    private final Db db;
    private final UserId user;
    private final int most;
    private int removed;

    /** An erasure of a user's rows, of at most so many. */
    public Erasure(Db db, UserId user, int most) {
        this.db = db;
        this.user = user;
        this.most = most;
    }

    private int left() {
        return most - removed;
    }

    /** How many rows it has removed. */
    public int removed() {
        return removed;
    }

    /** Removes the rows whose column has the user. */
    public Erasure from(String table, String column) {
        return from(List.of(new Table(table, column)), List.of(user.value()));
    }

    private Erasure from(List<Table> tables, List<String> of) {
        for (Table table : tables) {
            if (removed < most) {
                removed += db.update(table.delete(), Map.of("of", of, "most", left()));
            }
        }
        return this;
    }

    /** Removes rows of the user with their children. */
    public Erasure from(Tree tree) {
        while (removed < most) {
            List<String> parents =
                    db.list(tree.lock(), Map.of("id", user, "most", Math.min(PARENTS, left())), String.class);
            if (parents.isEmpty()) {
                return this;
            }
            from(tree.children(), parents);
            if (removed < most) {
                removed += db.update(tree.delete(), Map.of("of", parents));
            }
        }
        return this;
    }

    /** What others stored in a table, and counts for the user: from now on it counts for its owner. */
    public Erasure release(String table) {
        return and("""
            UPDATE %1$s SET counts_for = NULL WHERE ctid = ANY(ARRAY(
                SELECT ctid FROM %1$s WHERE counts_for = :id LIMIT :most FOR UPDATE))
            """.formatted(table));
    }

    /** Executes a statement about the user {@code :id} that changes at most {@code :most} rows. */
    public Erasure and(String sql) {
        if (removed < most) {
            removed += db.update(sql, Map.of("id", user, "most", left()));
        }
        return this;
    }
}
