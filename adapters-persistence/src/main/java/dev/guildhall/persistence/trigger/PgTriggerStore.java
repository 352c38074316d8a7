package dev.guildhall.persistence.trigger;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Erasure;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.persistence.db.StoredJson;
import dev.guildhall.persistence.secret.SecretBox;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.start.Start;
import dev.guildhall.ports.start.StartFailure;
import dev.guildhall.ports.start.StartKind;
import dev.guildhall.ports.start.StartedWork;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.trigger.Trigger;
import dev.guildhall.ports.trigger.TriggerCall;
import dev.guildhall.ports.trigger.TriggerId;
import dev.guildhall.ports.trigger.TriggerSecret;
import dev.guildhall.ports.trigger.TriggerStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.statement.StatementContext;
import org.jspecify.annotations.Nullable;

/** Triggers in PostgreSQL. Their secrets are encrypted; keys remove their triggers by a foreign key. */
public final class PgTriggerStore implements TriggerStore {
    private static final String ADD = """
        INSERT INTO triggers (id, owner, profile_id, key_id, counts_for, name, start_kind, start_body, address, sealed_secret,
            created_at, updated_at)
        SELECT :id, :owner, :profile, :key, %s, :name, :startKind, :startBody, :address, :secret, :createdAt, :updatedAt
        WHERE (SELECT count(*) FROM (
            SELECT 1 FROM triggers WHERE owner = :counted AND counts_for IS NULL
            UNION ALL SELECT 1 FROM triggers WHERE counts_for = :counted) AS known) < :most
        """.formatted(Rows.COUNTS_FOR);

    private static final String REPLACE = """
        UPDATE triggers SET name = :name, start_kind = :startKind, start_body = :startBody, updated_at = :updatedAt
        WHERE id = :id
        """;

    private static final String ADD_CALL = """
        INSERT INTO trigger_calls (trigger_id, called_at, work_kind, work_id, work_task, error_code, error_message)
        SELECT id, :at, :kind, :work, :task, :code, :message FROM triggers WHERE id = :id FOR KEY SHARE
        """;

    private static final String PRUNE = """
        DELETE FROM trigger_calls WHERE trigger_id = :id AND number < (
            SELECT number FROM trigger_calls WHERE trigger_id = :id ORDER BY number DESC OFFSET :kept - 1 LIMIT 1)
        """;

    private final Db db;
    private final SecretBox box;

    public PgTriggerStore(Db db, SecretBox box) {
        this.db = db;
        this.box = box;
    }

    /** What the secret of a trigger is encrypted for. */
    public static String purpose(String... key) {
        return "trigger:" + key[0];
    }

    /** The lock of the account makes two calls at once count one after the other. */
    @Override
    public boolean add(Trigger trigger, TriggerSecret secret, int most) {
        Map<String, @Nullable Object> values = new HashMap<>(Map.of(
                "owner", trigger.owner(),
                "profile", trigger.actor().profileId(),
                "key", trigger.actor().keyId(),
                "countsFor", trigger.actor().countsFor(),
                "address", trigger.address(),
                "secret", box.seal(secret.value(), purpose(trigger.id().value())),
                "createdAt", trigger.createdAt(),
                "counted", trigger.countsFor(),
                "most", most));
        values.putAll(changeable(trigger));
        return db.inTransaction(() -> {
            db.list(
                    "SELECT id FROM accounts WHERE id = :counted FOR NO KEY UPDATE",
                    Map.of("counted", trigger.countsFor()),
                    String.class);
            return db.update(ADD, values) == 1;
        });
    }

    private static Map<String, Object> changeable(Trigger trigger) {
        return Map.of(
                "id", trigger.id(),
                "name", trigger.name(),
                "startKind", trigger.start().kind().name(),
                "startBody", StoredJson.write(trigger.start().body()),
                "updatedAt", trigger.updatedAt());
    }

    @Override
    public Optional<Trigger> find(TriggerId id) {
        return db.find("SELECT * FROM triggers WHERE id = :id", Map.of("id", id), PgTriggerStore::trigger);
    }

    @Override
    public Optional<Trigger> at(String address) {
        String sql = "SELECT * FROM triggers WHERE address = :address";
        return db.find(sql, Map.of("address", address), PgTriggerStore::trigger);
    }

    @Override
    public Optional<TriggerSecret> secret(TriggerId id) {
        return db.find("SELECT sealed_secret FROM triggers WHERE id = :id", Map.of("id", id), String.class)
                .map(envelope -> new TriggerSecret(box.open(envelope, purpose(id.value()))));
    }

    @Override
    public Page<Trigger> list(UserId owner, PageRequest page) {
        String sql = """
            SELECT * FROM triggers WHERE owner = :owner AND (CAST(:behind AS text) IS NULL OR id < :behind)
            ORDER BY id DESC LIMIT :oneMore
            """;
        return Page.cut(
                db.oneMore(sql, Map.of("owner", owner), page, PgTriggerStore::trigger), page.limit(), Trigger::id);
    }

    private static Trigger trigger(ResultSet row, StatementContext context) throws SQLException {
        return new Trigger(
                new TriggerId(row.getString("id")),
                new UserId(row.getString("owner")),
                Rows.actor(row),
                row.getString("name"),
                new Start(
                        StartKind.valueOf(row.getString("start_kind")),
                        StoredJson.readObject(row.getString("start_body"))),
                row.getString("address"),
                Rows.instant(row, "created_at"),
                Rows.instant(row, "updated_at"));
    }

    @Override
    public boolean replace(Trigger trigger) {
        return db.update(REPLACE, changeable(trigger)) == 1;
    }

    @Override
    public boolean remove(TriggerId id) {
        return db.update("DELETE FROM triggers WHERE id = :id", Map.of("id", id)) == 1;
    }

    @Override
    public void addCall(TriggerId id, TriggerCall call) {
        Map<String, Object> values = Map.of(
                "id", id,
                "at", call.at(),
                "kind", call.work().map(work -> work.kind().name()),
                "work", call.work().map(StartedWork::id),
                "task", call.work().flatMap(StartedWork::task),
                "code", call.failure().map(StartFailure::code),
                "message", call.failure().map(StartFailure::message));
        db.run(() -> {
            db.update(ADD_CALL, values);
            db.update(PRUNE, Map.of("id", id, "kept", KEPT_CALLS));
        });
    }

    @Override
    public List<TriggerCall> calls(TriggerId id) {
        String sql = "SELECT * FROM trigger_calls WHERE trigger_id = :id ORDER BY number DESC LIMIT :kept";
        return db.list(sql, Map.of("id", id, "kept", KEPT_CALLS), PgTriggerStore::call);
    }

    private static TriggerCall call(ResultSet row, StatementContext context) throws SQLException {
        Optional<String> kind = Rows.optionalText(row, "work_kind");
        Optional<String> code = Rows.optionalText(row, "error_code");
        String id = row.getString("work_id");
        String message = row.getString("error_message");
        Optional<TaskId> task = Rows.optionalText(row, "work_task").map(TaskId::new);
        return new TriggerCall(
                Rows.instant(row, "called_at"),
                kind.map(known -> new StartedWork(StartKind.valueOf(known), id, task)),
                code.map(known -> new StartFailure(known, message)));
    }

    @Override
    public int erase(UserId user, int most) {
        return new Erasure(db, user, most)
                .from(Erasure.Tree.of("triggers", "owner", new Erasure.Table("trigger_calls", "trigger_id")))
                .release("triggers")
                .removed();
    }
}
