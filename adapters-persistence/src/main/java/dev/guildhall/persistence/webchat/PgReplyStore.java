package dev.guildhall.persistence.webchat;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Erasure;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Numbered;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.NodeId;
import dev.guildhall.ports.webchat.Handover;
import dev.guildhall.ports.webchat.Reply;
import dev.guildhall.ports.webchat.ReplyEvent;
import dev.guildhall.ports.webchat.ReplyId;
import dev.guildhall.ports.webchat.ReplyStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jdbi.v3.core.statement.StatementContext;

public final class PgReplyStore implements ReplyStore {
    private static final String NODE_LOST =
            ReplyEventsJson.write(List.of(new Numbered<>(1, ReplyEvent.Failed.NODE_LOST)));
    private static final String WITHDRAWN =
            ReplyEventsJson.write(List.of(new Numbered<>(1, ReplyEvent.Failed.WITHDRAWN)));

    private static final String SELECT = "SELECT a.*, w.user_id FROM answers a JOIN web_chats w ON w.id = a.chat_id ";

    private static final String BEGIN = """
        INSERT INTO answers (chat_id, id, node, status, first_number, next_number, started_at, lease_until, stop_requested)
        VALUES (:chatId, :id, :node, 'RUNNING', 1, 1, :startedAt, :leaseUntil, false)
        ON CONFLICT (chat_id) DO UPDATE
        SET id = excluded.id, node = excluded.node, status = excluded.status, first_number = answers.next_number,
            started_at = excluded.started_at, lease_until = excluded.lease_until, stop_requested = false, ended_at = NULL,
            handover = NULL
        RETURNING first_number
        """;

    /**
     * Locks the rows in the same order as the removal of an account. Events that do not follow the newest stored one are left
     * out, with whether they end the answer.
     */
    private static final String APPEND = """
        WITH held AS (
            SELECT chat_id, id, next_number FROM answers WHERE id = ANY(:ids) AND status = 'RUNNING'
            ORDER BY chat_id FOR NO KEY UPDATE),
        given AS (
            SELECT held.chat_id, held.id, g.first_number, g.last_number, g.events,
                coalesce(g.ends AND g.first_number = held.next_number, false) AS ends,
                coalesce(g.first_number = held.next_number, false) AS follows
            FROM held JOIN unnest(:ids, :firsts, :lasts, :ends, :events)
                AS g (id, first_number, last_number, ends, events) ON g.id = held.id),
        moved AS (
            UPDATE answers a SET
                lease_until = :leaseUntil,
                next_number = CASE WHEN given.follows THEN given.last_number + 1 ELSE a.next_number END,
                status = CASE WHEN given.ends THEN 'ENDED' ELSE a.status END,
                ended_at = CASE WHEN given.ends THEN CAST(:leaseUntil AS timestamptz) END,
                handover = CASE WHEN NOT given.ends THEN a.handover END
            FROM given WHERE a.chat_id = given.chat_id AND a.id = given.id AND a.status = 'RUNNING'
            RETURNING a.chat_id, a.id, a.next_number, a.stop_requested, given.follows,
                given.first_number, given.last_number, given.events),
        added AS (
            INSERT INTO answer_events (chat_id, first_number, last_number, events)
            SELECT chat_id, first_number, last_number, CAST(events AS json) FROM moved WHERE follows)
        SELECT id, next_number - 1 AS newest, stop_requested FROM moved
        """;

    private static final String END_LOST = """
        WITH lost AS (
            SELECT chat_id FROM answers
            WHERE chat_id = :chatId AND (status = 'WAITING' OR (status = 'RUNNING' AND lease_until <= :now)) FOR UPDATE),
        ended AS (
            UPDATE answers a SET status = 'ENDED', next_number = next_number + 1, ended_at = :now, lease_until = :now,
                handover = NULL
            FROM lost WHERE a.chat_id = lost.chat_id
            RETURNING a.chat_id, a.next_number - 1 AS number)
        INSERT INTO answer_events (chat_id, first_number, last_number, events)
        SELECT chat_id, number, number, CAST(:event AS json) FROM ended
        """;

    private static final String FORGET = """
        WITH old AS (
            SELECT chat_id FROM answers WHERE ended_at < :before LIMIT 1000 FOR UPDATE SKIP LOCKED),
        noted AS (
            UPDATE answers a SET ended_at = NULL FROM old WHERE a.chat_id = old.chat_id)
        DELETE FROM answer_events e USING old WHERE e.chat_id = old.chat_id
        """;

    /** Stands for the number of an event when an answer has no new events; the numbers of events begin with 1. */
    private static final int NONE = 0;

    private static final RowMapper<Reply> ANSWER = PgReplyStore::answer;

    /** Locks replies in the order in which a node locks those that it adds events to. */
    private static final Erasure.Tree REPLIES =
            new Erasure.Tree("answers", "chat_id", """
                SELECT a.chat_id FROM answers a JOIN web_chats w ON w.id = a.chat_id
                WHERE w.user_id = :id ORDER BY a.chat_id LIMIT :most FOR UPDATE OF a
                """, List.of(new Erasure.Table("answer_events", "chat_id")));

    private final Db db;

    public PgReplyStore(Db db) {
        this.db = db;
    }

    /** The lock of the chat's row makes concurrent calls begin one after the other. */
    @Override
    public Optional<Reply> begin(Reply answer) {
        return db.atomically(handle -> {
            Map<String, ?> chat = Map.of("chatId", answer.chatId());
            boolean exists = db.exists("SELECT 1 FROM web_chats WHERE id = :chatId FOR NO KEY UPDATE", chat);
            Optional<Reply> before = db.find(SELECT + "WHERE a.chat_id = :chatId FOR UPDATE OF a", chat, ANSWER);
            if (!exists
                    || before.filter(one -> one.isRunning(answer.startedAt())).isPresent()) {
                return Optional.empty();
            }
            before.ifPresent(ended -> makeWay(ended, answer.startedAt()));
            return Optional.of(insert(handle, answer));
        });
    }

    private void makeWay(Reply before, Instant now) {
        String last = before.status() == Reply.Status.WAITING ? WITHDRAWN : NODE_LOST;
        db.update(END_LOST, Map.of("chatId", before.chatId(), "now", now, "event", last));
        db.update("DELETE FROM answer_events WHERE chat_id = :chatId AND last_number < :firstNumber", before);
    }

    private static Reply insert(Handle handle, Reply answer) {
        return answer.numberedFrom(handle.createQuery(BEGIN)
                .bindMethods(answer)
                .mapTo(Integer.class)
                .one());
    }

    @Override
    public Map<ReplyId, Stored> append(Map<ReplyId, List<Numbered<ReplyEvent>>> events, Instant leaseUntil) {
        List<List<Numbered<ReplyEvent>>> batches = List.copyOf(events.values());
        Map<String, ?> parameters = Map.of(
                "ids", events.keySet(),
                "firsts",
                        Rows.integers(
                                batches,
                                added -> added.isEmpty()
                                        ? NONE
                                        : added.getFirst().number()),
                "lasts",
                        Rows.integers(
                                batches,
                                added ->
                                        added.isEmpty() ? NONE : added.getLast().number()),
                "ends", Rows.each(batches, PgReplyStore::ends).toArray(Boolean[]::new),
                "events", Rows.each(batches, ReplyEventsJson::write),
                "leaseUntil", leaseUntil);
        return db.map(APPEND, parameters, PgReplyStore::stored);
    }

    private static Reply answer(ResultSet row, StatementContext ignored) throws SQLException {
        return new Reply(
                new ReplyId(row.getString("id")),
                new ChatId(row.getString("chat_id")),
                new UserId(row.getString("user_id")),
                new NodeId(row.getString("node")),
                Reply.Status.valueOf(row.getString("status")),
                row.getInt("first_number"),
                Rows.instant(row, "started_at"),
                Rows.instant(row, "lease_until"),
                Optional.ofNullable(row.getString("handover")).map(HandoverJson::read));
    }

    private static Map.Entry<ReplyId, Stored> stored(ResultSet row, StatementContext ignored) throws SQLException {
        return Map.entry(
                new ReplyId(row.getString("id")), new Stored(row.getInt("newest"), row.getBoolean("stop_requested")));
    }

    private static boolean ends(List<Numbered<ReplyEvent>> added) {
        return !added.isEmpty() && added.getLast().event().isLast();
    }

    @Override
    public Optional<Reply> latest(ChatId chatId) {
        return db.find(SELECT + "WHERE a.chat_id = :chatId", Map.of("chatId", chatId), ANSWER);
    }

    @Override
    public Set<ChatId> running(Collection<ChatId> chats, Instant now) {
        String sql = """
            SELECT chat_id FROM answers
            WHERE chat_id = ANY(:chats) AND status = 'RUNNING' AND lease_until > :now
            """;
        return Set.copyOf(db.list(sql, Map.of("chats", chats, "now", now), ChatId.class));
    }

    /** A batch has at least one event. */
    @Override
    public List<Numbered<ReplyEvent>> events(ChatId chatId, int after, int most) {
        String sql = """
            SELECT first_number, events FROM answer_events
            WHERE chat_id = :chatId AND last_number > :after ORDER BY last_number LIMIT :most
            """;
        return db
                .list(
                        sql,
                        Map.of("chatId", chatId, "after", after, "most", most),
                        (row, _) -> ReplyEventsJson.read(row.getInt("first_number"), row.getString("events")))
                .stream()
                .flatMap(List::stream)
                .filter(event -> event.number() > after)
                .limit(most)
                .toList();
    }

    @Override
    public int newest(ChatId chatId) {
        String sql = "SELECT next_number - 1 FROM answers WHERE chat_id = :chatId";
        return db.find(sql, Map.of("chatId", chatId), Integer.class).orElse(0);
    }

    @Override
    public boolean requestStop(ChatId chatId, Instant now) {
        String sql = """
            UPDATE answers SET stop_requested = true
            WHERE chat_id = :chatId AND status = 'RUNNING' AND lease_until > :now
            """;
        return db.update(sql, Map.of("chatId", chatId, "now", now)) == 1;
    }

    @Override
    public boolean giveUp(ReplyId id, Handover handover, Instant leaseUntil) {
        String sql = """
            UPDATE answers SET handover = CAST(:handover AS json), lease_until = :leaseUntil
            WHERE id = :id AND status = 'RUNNING'
            """;
        return db.update(sql, Map.of("id", id, "handover", HandoverJson.write(handover), "leaseUntil", leaseUntil))
                == 1;
    }

    @Override
    public boolean suspend(ReplyId id) {
        String sql = "UPDATE answers SET status = 'WAITING', handover = NULL WHERE id = :id AND status = 'RUNNING'";
        return db.update(sql, Map.of("id", id)) == 1;
    }

    @Override
    public List<Reply> lost(Instant now, int most) {
        return db.list(
                SELECT + "WHERE a.status = 'RUNNING' AND (a.lease_until <= :now OR a.handover IS NOT NULL) LIMIT :most",
                Map.of("now", now, "most", most),
                ANSWER);
    }

    @Override
    public boolean takeOver(ReplyId lost, Reply by, Instant now) {
        String sql = """
            UPDATE answers SET id = :id, node = :node, lease_until = :leaseUntil, handover = NULL, status = 'RUNNING'
            WHERE id = :lost
                AND (status = 'WAITING' OR (status = 'RUNNING' AND (lease_until <= :now OR handover IS NOT NULL)))
            """;
        return db.update(sql, Map.of("lost", lost, "now", now), by) == 1;
    }

    @Override
    public void forget(Instant endedBefore) {
        db.update(FORGET, Map.of("before", endedBefore));
    }

    @Override
    public void remove(ChatId chatId) {
        db.update("DELETE FROM answers WHERE chat_id = :id", Map.of("id", chatId));
    }

    @Override
    public int erase(UserId user, int most) {
        return new Erasure(db, user, most).from(REPLIES).removed();
    }
}
