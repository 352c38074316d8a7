package dev.guildhall.persistence.webchat;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.search.SearchWords;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;

/**
 * The index of the words in chats. A text search of PostgreSQL finds the words of one user, since each is stored behind a
 * number that stands for the user; two users with one number only make the search slower.
 */
final class ChatWords {
    private static final System.Logger LOG = System.getLogger(ChatWords.class.getName());

    /** How many chats are indexed in one transaction. It waits for no lock, and those who wait for one do for some 50 ms. */
    private static final int CHATS = 50;

    /** How many messages of a chat are indexed at once, if they are short. */
    private static final int MESSAGES = 100;

    /** How many characters are indexed at once, or one message. */
    private static final int CHARACTERS = 4 << 20;

    /** How many words a row has at most: PostgreSQL stores at most a megabyte of them. */
    private static final int WORDS = 2_000;

    /** How many messages that are not indexed yet a search reads: those of the chats with the latest activity. */
    private static final int MOST_READ = 2_000;

    private static final String CONTENT = """
        CASE WHEN m.ended = 'interrupted' THEN m.content || coalesce((
            SELECT string_agg(p.piece, '' ORDER BY p.position) FROM answer_pieces p
            WHERE p.chat_id = m.chat_id AND p.seq = m.seq AND p.turn = m.turn), '')
        ELSE m.content END\
        """;

    private static final String DUE = """
        SELECT id FROM chats WHERE indexed < message_count AND last_activity < :idleSince LIMIT :most
        """;

    private static final String LOCK = """
        SELECT user_id, indexed FROM chats WHERE id = :id AND indexed < message_count FOR UPDATE SKIP LOCKED
        """;

    private static final String NEXT = """
        SELECT seq, content FROM (
            SELECT seq, content, sum(length(content)) OVER (ORDER BY seq) - length(content) AS before
            FROM (
                SELECT m.seq, %s AS content FROM chat_messages m
                WHERE m.chat_id = :id AND m.seq > :indexed ORDER BY m.seq LIMIT :messages) m) sized
        WHERE before < :characters ORDER BY seq
        """.formatted(CONTENT);

    static final String UNINDEXED = """
        SELECT id, content FROM (
            SELECT c.id, said.content, sum(length(said.content)) OVER (ORDER BY c.last_activity DESC, c.id, said.seq) AS length
            FROM (
                SELECT id, indexed, last_activity FROM chats
                WHERE user_id = :userId AND indexed < message_count
                ORDER BY user_id DESC, last_activity DESC LIMIT :most) c
            CROSS JOIN LATERAL (
                SELECT m.seq, %s AS content FROM chat_messages m
                WHERE m.chat_id = c.id AND m.seq > c.indexed ORDER BY m.seq LIMIT :most) said
            LIMIT :most) sized
        WHERE length - length(content) < :characters
        """.formatted(CONTENT);

    static final String UNINDEXED_TITLES = """
        SELECT id, title AS content FROM web_chats WHERE user_id = :userId AND title_words IS NULL LIMIT :most
        """;

    private final Db db;

    ChatWords(Db db) {
        this.db = db;
    }

    /** A query for words that begin so. */
    static String query(String beginning) {
        return "'" + beginning + "':*";
    }

    /** The same, for the words of a user's chats. */
    static String query(UserId userId, String beginning) {
        return query(number(userId.value()) + beginning);
    }

    private static String number(String userId) {
        return "%08x".formatted(userId.hashCode());
    }

    /** The words of a user's messages and titles that are not indexed yet, by chats. */
    Map<String, NavigableSet<String>> unindexed(UserId userId) {
        Map<String, NavigableSet<String>> words = new HashMap<>();
        Map<String, ?> parameters = Map.of("userId", userId, "most", MOST_READ, "characters", CHARACTERS);
        for (String sql : List.of(UNINDEXED, UNINDEXED_TITLES)) {
            db.list(sql, parameters, (row, _) -> Map.entry(row.getString("id"), row.getString("content")))
                    .forEach(text -> words.computeIfAbsent(text.getKey(), _ -> new TreeSet<>())
                            .addAll(SearchWords.of(text.getValue())));
        }
        return words;
    }

    /** Indexes messages of chats without activity since then, and titles of an earlier version. */
    int index(Instant idleSince, int most) {
        List<String> due = db.list(DUE, Map.of("idleSince", idleSince, "most", most), String.class);
        for (int from = 0; from < due.size(); from += CHATS) {
            index(due.subList(from, Math.min(due.size(), from + CHATS)));
        }
        return Math.max(due.size(), indexTitles(most));
    }

    /** One chat that cannot be indexed does not stop the others. */
    private void index(List<String> ids) {
        try {
            db.atomically(
                    handle -> ids.stream().mapToInt(id -> index(handle, id)).sum());
        } catch (Refusal outage) {
            throw outage;
        } catch (RuntimeException failure) {
            if (ids.size() == 1) {
                LOG.log(Level.WARNING, "new messages of chat " + ids.getFirst() + " are not indexed", failure);
                end(ids.getFirst());
            } else {
                ids.forEach(id -> index(List.of(id)));
            }
        }
    }

    private record Message(int number, String content) {}

    private int index(Handle handle, String id) {
        return db.find(
                        LOCK,
                        Map.of("id", id),
                        (row, _) -> Map.entry(number(row.getString("user_id")), row.getInt("indexed")))
                .map(chat -> {
                    List<Message> messages = db.list(
                            NEXT,
                            Map.of(
                                    "id",
                                    id,
                                    "indexed",
                                    chat.getValue(),
                                    "messages",
                                    MESSAGES,
                                    "characters",
                                    CHARACTERS),
                            (row, _) -> new Message(row.getInt("seq"), row.getString("content")));
                    return messages.isEmpty() ? end(id) : put(handle, id, chat.getKey(), chat.getValue() + 1, messages);
                })
                .orElse(0);
    }

    private int end(String id) {
        return db.update("UPDATE chats SET indexed = message_count WHERE id = :id", Map.of("id", id));
    }

    private int put(Handle handle, String id, String number, int first, List<Message> messages) {
        NavigableSet<String> words = new TreeSet<>();
        messages.forEach(message -> SearchWords.of(message.content()).forEach(word -> words.add(number + word)));
        int last = messages.getLast().number();
        db.update("DELETE FROM chat_words WHERE chat_id = :id AND first >= :first", Map.of("id", id, "first", first));
        PreparedBatch rows = handle.prepareBatch("""
            INSERT INTO chat_words (chat_id, first, part, last, words)
            VALUES (:id, :first, :part, :last, array_to_tsvector(:words))
            """);
        List<String> all = new ArrayList<>(words);
        for (int from = 0; from < all.size(); from += WORDS) {
            rows.bind("id", id)
                    .bind("first", first)
                    .bind("part", from / WORDS)
                    .bind("last", last)
                    .bind("words", all.subList(from, Math.min(all.size(), from + WORDS)))
                    .add();
        }
        if (!all.isEmpty()) {
            rows.execute();
        }
        return db.update("UPDATE chats SET indexed = :last WHERE id = :id", Map.of("id", id, "last", last));
    }

    private int indexTitles(int most) {
        return db.atomically(handle -> {
            List<Map.Entry<String, String>> titles = db.list(
                    "SELECT id, title FROM web_chats WHERE title_words IS NULL LIMIT :most FOR UPDATE SKIP LOCKED",
                    Map.of("most", most),
                    (row, _) -> Map.entry(row.getString("id"), row.getString("title")));
            if (!titles.isEmpty()) {
                PreparedBatch rows = handle.prepareBatch(
                        "UPDATE web_chats SET title_words = array_to_tsvector(:words) WHERE id = :id");
                titles.forEach(title -> rows.bind("id", title.getKey())
                        .bind("words", SearchWords.of(title.getValue()))
                        .add());
                rows.execute();
            }
            return titles.size();
        });
    }
}
