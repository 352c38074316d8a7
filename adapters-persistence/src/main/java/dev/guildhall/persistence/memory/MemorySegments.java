package dev.guildhall.persistence.memory;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.memory.IndexedMemory;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.StatementContext;
import org.jdbi.v3.core.statement.StatementCustomizer;
import org.postgresql.PGStatement;

/**
 * Reads the changes of a user's memories. Where {@value #SIZE} consecutive changes are stored as one segment, it reads
 * that instead of the rows. A segment always equals its rows: what changes one of them deletes it, and both hold the
 * user's memories.
 */
final class MemorySegments {
    /** How many revisions a segment covers; a migration contains it too. */
    static final int SIZE = 256;

    /** How many segments with memories are read at once, and how many are written: with few long texts, about a megabyte. */
    private static final int AT_ONCE = 4;

    /**
     * How many segments are read at once. A user with few memories and many changes has mostly segments without memories,
     * each of which shows that there is no row to read.
     */
    private static final int MOST_READ = 1_000;

    /** How many segments a user could have more before they are stored; a migration contains it too. */
    private static final int MISSING = 8;

    private static final int USERS_AT_ONCE = 100;

    private static final String ROWS = "SELECT " + PackedMemories.PACKED + """
         FROM memories WHERE user_id = :userId AND revision > :after AND revision <= :last
        ORDER BY revision LIMIT :most
        """;

    private static final String STORED = """
        SELECT number, memories FROM memory_segments
        WHERE user_id = :userId AND number >= :first AND number <= coalesce((
            SELECT number FROM (
                SELECT number, memories FROM memory_segments WHERE user_id = :userId AND number >= :first
                ORDER BY number LIMIT :most) next
            WHERE memories <> '' ORDER BY number OFFSET :filled - 1 LIMIT 1), 9223372036854775807)
        ORDER BY number LIMIT :most
        """;

    /** Texts that are not analysed yet would be analysed at every read of a segment. */
    private static final String PACK = """
        INSERT INTO memory_segments (user_id, number, memories)
        SELECT :userId, number, coalesce((
            SELECT string_agg(%1$s, '' ORDER BY revision) FROM memories
            WHERE user_id = :userId AND revision > %2$d * number AND revision <= %2$d * (number + 1)), '')
        FROM generate_series(CAST(0 AS bigint), :revision / %2$d - 1) AS numbers (number)
        WHERE NOT EXISTS (
            SELECT FROM memory_segments stored WHERE stored.user_id = :userId AND stored.number = numbers.number)
            AND NOT EXISTS (
                SELECT FROM memories WHERE user_id = :userId AND analysed_text IS NULL
                    AND revision > %2$d * number AND revision <= %2$d * (number + 1))
        ORDER BY number LIMIT :most
        """.formatted(PackedMemories.PACKED, SIZE);

    private static final String UNPACKED = """
        SELECT user_id FROM memory_owners
        WHERE (revision / %d - segments >= %d OR revision <> tracked) AND user_id > :after
        ORDER BY user_id LIMIT :most
        """.formatted(SIZE, MISSING);

    private final Db db;
    private final MemoryChanges changes;

    MemorySegments(Db db, MemoryChanges changes) {
        this.db = db;
        this.changes = changes;
    }

    private record Segment(long number, List<IndexedMemory> memories) {
        long before() {
            return number * SIZE;
        }

        long last() {
            return before() + SIZE;
        }

        boolean isFilled() {
            return !memories.isEmpty();
        }
    }

    /** The memories that were written after a change, by revision; a segment is never divided. */
    List<IndexedMemory> changedSince(UserId userId, long revision, int most) {
        List<IndexedMemory> changed = new ArrayList<>();
        long after = revision;
        List<Segment> stored;
        do {
            stored = stored(userId, after / SIZE);
            for (Segment segment : stored) {
                changed.addAll(rows(userId, after, segment.before(), most - changed.size()));
                if (changed.size() >= most) {
                    return changed;
                }
                long read = after;
                segment.memories().stream()
                        .filter(memory -> memory.revision() > read)
                        .forEach(changed::add);
                after = segment.last();
            }
        } while (isPart(stored) && changed.size() < most);
        if (changed.size() < most) {
            changed.addAll(rows(userId, after, Long.MAX_VALUE, most - changed.size()));
        }
        return changed;
    }

    /** Whether there may be more segments behind these. */
    private static boolean isPart(List<Segment> stored) {
        return stored.size() == MOST_READ
                || stored.stream().filter(Segment::isFilled).count() == AT_ONCE;
    }

    private List<Segment> stored(UserId userId, long first) {
        return db.with(handle -> binary(handle.createQuery(STORED))
                .bind("userId", userId.value())
                .bind("first", first)
                .bind("filled", AT_ONCE)
                .bind("most", MOST_READ)
                .map((row, _) -> new Segment(row.getLong(1), PackedMemories.read(row.getBytes(2))))
                .list());
    }

    private List<IndexedMemory> rows(UserId userId, long after, long last, int most) {
        if (after >= last) {
            return List.of();
        }
        return db.with(handle -> binary(handle.createQuery(ROWS))
                .bind("userId", userId.value())
                .bind("after", after)
                .bind("last", last)
                .bind("most", most)
                .scanResultSet((rows, _) -> read(rows.get())));
    }

    private static List<IndexedMemory> read(ResultSet rows) throws SQLException {
        List<IndexedMemory> memories = new ArrayList<>();
        while (rows.next()) {
            memories.addAll(PackedMemories.read(rows.getBytes(1)));
        }
        return memories;
    }

    /**
     * The driver would ask for hexadecimal digits until it has executed a statement a few times. It does so always when it
     * must not prepare statements, behind a connection pooler. For two statements at once it confuses their columns.
     */
    private static Query binary(Query query) {
        return query.define(Db.ALONE, true).addCustomizer(new StatementCustomizer() {
            @Override
            public void beforeExecution(PreparedStatement statement, StatementContext context) throws SQLException {
                PGStatement own = statement.unwrap(PGStatement.class);
                if (own.getPrepareThreshold() > 0) {
                    own.setPrepareThreshold(-1);
                }
            }
        });
    }

    /** Stores segments of the users who lack many, or whose segments may be stale; returns how many. */
    int pack(int most) {
        int packed = 0;
        String after = "";
        List<String> users;
        do {
            users = db.list(UNPACKED, Map.of("after", after, "most", USERS_AT_ONCE), String.class);
            for (String user : users) {
                packed += pack(new UserId(user), most - packed);
                after = user;
            }
        } while (users.size() == USERS_AT_ONCE && packed < most);
        return packed;
    }

    private int pack(UserId userId, int most) {
        int packed = 0;
        int last = AT_ONCE;
        while (last == AT_ONCE && packed < most) {
            last = db.inTransaction(() -> changes.hold(userId)
                    .map(revision -> packNext(userId, revision))
                    .orElse(0));
            packed += last;
        }
        return packed;
    }

    private int packNext(UserId userId, long revision) {
        if (changes.track(userId)) {
            db.update("DELETE FROM memory_segments WHERE user_id = :userId", Map.of("userId", userId));
        }
        int stored = db.update(PACK, Map.of("userId", userId, "revision", revision, "most", AT_ONCE));
        changes.countSegments(userId, stored);
        return stored;
    }
}
