package dev.guildhall.persistence.webhook;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Erasure;
import dev.guildhall.persistence.db.Keyset;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.persistence.secret.SecretBox;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.webhook.DeliveryId;
import dev.guildhall.ports.webhook.DueDelivery;
import dev.guildhall.ports.webhook.Webhook;
import dev.guildhall.ports.webhook.WebhookDelivery;
import dev.guildhall.ports.webhook.WebhookEvent;
import dev.guildhall.ports.webhook.WebhookId;
import dev.guildhall.ports.webhook.WebhookStore;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jdbi.v3.core.statement.StatementContext;

/** Webhooks and their deliveries in PostgreSQL. The secrets are encrypted. */
public final class PgWebhookStore implements WebhookStore {
    private static final Logger LOG = System.getLogger(PgWebhookStore.class.getName());

    private static final String ADD = """
        INSERT INTO webhooks (id, owner, key_id, counts_for, url, events, sealed_secret, created_at, failing_since, disabled_at)
        VALUES (:id, :owner, :keyId, %s, :url, :events, :secret, :createdAt, :failingSince, :disabledAt)
        """.formatted(Rows.COUNTS_FOR);

    private static final String PUT = """
        UPDATE webhooks SET url = :url, events = :events, failing_since = :failingSince, disabled_at = :disabledAt
        WHERE id = :id
        """;

    /** Finds the webhooks with waiting deliveries, by one look into the index for each. */
    private static final String WAITING = """
        WITH RECURSIVE waiting AS (
            (SELECT webhook_id FROM webhook_deliveries WHERE due_at IS NOT NULL ORDER BY webhook_id LIMIT 1)
            UNION ALL
            SELECT (
                SELECT d.webhook_id FROM webhook_deliveries d WHERE d.due_at IS NOT NULL AND d.webhook_id > a.webhook_id
                ORDER BY d.webhook_id LIMIT 1)
            FROM waiting a WHERE a.webhook_id IS NOT NULL
        )
        """;

    /** Another node may lock some of the rows that the CTE finds. */
    private static final String CLAIM = WAITING + """
        , due AS (
            SELECT d.id, d.due_at, row_number() OVER (PARTITION BY w.owner ORDER BY d.due_at) AS place
            FROM waiting a
            JOIN webhooks w ON w.id = a.webhook_id AND w.disabled_at IS NULL AND w.owner <> ALL(:except)
            LEFT JOIN unnest(:others, :free) AS o (id, free) ON o.id = w.id
            CROSS JOIN LATERAL (
                SELECT d.id, d.due_at FROM webhook_deliveries d
                WHERE d.webhook_id = w.id AND d.due_at <= statement_timestamp()
                ORDER BY d.due_at LIMIT coalesce(o.free, :ofEach)) d
        )
        UPDATE webhook_deliveries
        SET due_at = statement_timestamp() + :micros * interval '1 microsecond', claims = claims + 1
        WHERE id = ANY(ARRAY(
            SELECT id FROM webhook_deliveries
            WHERE id = ANY(ARRAY(SELECT id FROM due WHERE place <= :ofOwner ORDER BY due_at LIMIT :most))
                AND due_at <= statement_timestamp()
            FOR UPDATE SKIP LOCKED))
        RETURNING *
        """;

    /** The index gives the deliveries of a webhook that are due last first. */
    private static final String FAIL_BEYOND = WAITING + """
        , beyond AS (
            SELECT d.id
            FROM waiting a
            CROSS JOIN LATERAL (
                SELECT d.id FROM webhook_deliveries d
                WHERE d.webhook_id = a.webhook_id AND d.due_at IS NOT NULL
                ORDER BY d.due_at DESC OFFSET :pending LIMIT :most) d
            LIMIT :most
        )
        UPDATE webhook_deliveries
        SET due_at = NULL, claims = claims + 1,
            attempts = CASE WHEN attempts = '' THEN '' ELSE attempts || ',' END || json_build_object(
                'at', CAST(extract(epoch FROM statement_timestamp()) * 1000 AS bigint), 'ms', 0, 'error', CAST(:error AS text))
        WHERE id = ANY(ARRAY(
            SELECT id FROM webhook_deliveries WHERE id = ANY(ARRAY(SELECT id FROM beyond)) AND due_at IS NOT NULL
            FOR UPDATE SKIP LOCKED))
        """;

    private static final String GIVE_BACK = """
        UPDATE webhook_deliveries d SET due_at = statement_timestamp(), claims = d.claims + 1
        FROM unnest(:ids, :claims) AS g (id, claim)
        WHERE d.id = g.id AND d.claims = g.claim AND d.due_at IS NOT NULL
        """;

    private static final String SETTLE = """
        UPDATE webhook_deliveries d
        SET due_at = CASE WHEN g.micros >= 0 THEN statement_timestamp() + g.micros * interval '1 microsecond' END,
            delivered = g.delivered, tries = d.tries + 1, claims = d.claims + 1, attempts = g.attempts
        FROM unnest(:ids, :claims, :pauses, :delivered, :attempts) AS g (id, claim, micros, delivered, attempts)
        WHERE d.id = g.id AND d.claims = g.claim AND d.due_at IS NOT NULL
        """;

    private static final String LOCKED = """
        WHERE id = ANY(ARRAY(SELECT id FROM webhooks WHERE id = ANY(:ids) AND failing_since IS %s NULL ORDER BY id FOR UPDATE))
        """;

    private static final String WORKS = "UPDATE webhooks SET failing_since = NULL " + LOCKED.formatted("NOT");

    private static final String FAILS = "UPDATE webhooks SET failing_since = :at " + LOCKED.formatted("");

    private final Db db;
    private final SecretBox box;

    public PgWebhookStore(Db db, SecretBox box) {
        this.db = db;
        this.box = box;
    }

    /** The purpose for which the secret of a webhook is encrypted; the key is its identifier. */
    public static String purpose(String... key) {
        return "webhook:" + key[0];
    }

    @Override
    public int count(UserId user) {
        String sql = """
            SELECT (SELECT count(*) FROM webhooks WHERE owner = :user AND counts_for IS NULL)
                + (SELECT count(*) FROM webhooks WHERE counts_for = :user)
            """;
        return db.one(sql, Map.of("user", user), Integer.class);
    }

    @Override
    public void add(Webhook webhook, String secret) {
        Map<String, Object> values = new HashMap<>(WebhookRows.values(webhook));
        values.put("secret", box.seal(secret, purpose(webhook.id().value())));
        db.update(ADD, values);
    }

    @Override
    public void put(Webhook changed) {
        db.update(PUT, WebhookRows.values(changed));
    }

    @Override
    public void remove(WebhookId id) {
        db.inTransaction(() -> db.update("DELETE FROM webhooks WHERE id = :id", Map.of("id", id))
                + db.update("DELETE FROM webhook_deliveries WHERE webhook_id = :id", Map.of("id", id)));
    }

    @Override
    public void removeAll(UserId owner) {
        db.update("DELETE FROM webhooks WHERE owner = :owner", Map.of("owner", owner));
    }

    @Override
    public Optional<Webhook> find(WebhookId id) {
        return db.find("SELECT * FROM webhooks WHERE id = :id", Map.of("id", id), WebhookRows::webhook);
    }

    @Override
    public Optional<Webhook> lock(WebhookId id) {
        db.requireTransaction();
        return db.find("SELECT * FROM webhooks WHERE id = :id FOR UPDATE", Map.of("id", id), WebhookRows::webhook);
    }

    @Override
    public Page<Webhook> list(UserId owner, PageRequest page) {
        Keyset keyset = new Keyset().filter("owner", Optional.of(owner));
        return Page.cut(db.oneMore("webhooks", keyset, page, WebhookRows::webhook), page.limit(), Webhook::id);
    }

    @Override
    public void publish(UserId owner, WebhookEvent event, String subject) {
        WebhookRows.publish(db, owner, event, subject);
    }

    @Override
    public WebhookDelivery deliver(Webhook webhook, WebhookEvent event, String subject) {
        Map<String, ?> values = Map.of(
                "webhook", webhook.id(), "owner", webhook.owner(), "event", event.wireName(), "subject", subject);
        return db.find(WebhookRows.DELIVER, values, WebhookRows::delivery).orElseThrow();
    }

    @Override
    public Page<WebhookDelivery> deliveries(WebhookId id, PageRequest page) {
        Keyset keyset = new Keyset().filter("webhook_id", Optional.of(id));
        return Page.cut(
                db.oneMore("webhook_deliveries", keyset, page, WebhookRows::delivery),
                page.limit(),
                WebhookDelivery::id);
    }

    @Override
    public Optional<WebhookDelivery> redeliver(WebhookId id, DeliveryId delivery) {
        String sql = """
            UPDATE webhook_deliveries SET due_at = statement_timestamp(), delivered = false, tries = 0, claims = claims + 1
            WHERE id = :delivery AND webhook_id = :id
            RETURNING *
            """;
        return db.find(sql, Map.of("id", id, "delivery", delivery), WebhookRows::delivery);
    }

    private record Claimed(WebhookDelivery delivery, int tries, int claims) {
        static Claimed read(ResultSet row, StatementContext context) throws SQLException {
            return new Claimed(WebhookRows.delivery(row, context), row.getInt("tries"), row.getInt("claims"));
        }
    }

    private record Known(Webhook webhook, String sealed) {}

    @Override
    public List<DueDelivery> claim(Claim claim) {
        List<WebhookId> others = List.copyOf(claim.others().keySet());
        Map<String, ?> values = Map.of(
                "except", claim.except(),
                "others", others,
                "free", Rows.integers(others, claim.others()::get),
                "ofEach", claim.ofEach(),
                "ofOwner", claim.ofOwner(),
                "most", claim.most(),
                "micros", micros(claim.lease()));
        List<Claimed> claimed = db.list(CLAIM, values, Claimed::read);
        return claimed.isEmpty() ? List.of() : withWebhooks(claimed);
    }

    private List<DueDelivery> withWebhooks(List<Claimed> claimed) {
        Map<WebhookId, Known> webhooks = db.map(
                "SELECT * FROM webhooks WHERE id = ANY(:ids)",
                Map.of("ids", Rows.each(claimed, one -> one.delivery().webhookId())),
                (row, context) -> {
                    Webhook webhook = WebhookRows.webhook(row, context);
                    return Map.entry(webhook.id(), new Known(webhook, row.getString("sealed_secret")));
                });
        List<DueDelivery> due = new ArrayList<>();
        claimed.stream()
                .sorted(Comparator.comparing(one -> one.delivery().id().value()))
                .forEach(one -> Optional.ofNullable(webhooks.get(one.delivery().webhookId()))
                        .flatMap(known -> due(one, known))
                        .ifPresent(due::add));
        return due;
    }

    /** Empty when the secret cannot be opened: the others are sent, and this one is tried again when its claim ends. */
    private Optional<DueDelivery> due(Claimed one, Known known) {
        String id = known.webhook().id().value();
        try {
            String secret = box.open(known.sealed(), purpose(id));
            return Optional.of(new DueDelivery(one.delivery(), known.webhook(), secret, one.tries(), one.claims()));
        } catch (RuntimeException unreadable) {
            LOG.log(Level.ERROR, "the secret of the webhook " + id + " cannot be opened", unreadable);
            return Optional.empty();
        }
    }

    private static long micros(Duration duration) {
        return duration.toNanos() / 1_000;
    }

    @Override
    public List<Webhook> settle(List<Settlement> ended) {
        return db.inTransaction(() -> {
            Map<String, ?> values = Map.of(
                    "ids", Rows.each(ended, one -> one.delivery().delivery().id()),
                    "claims", Rows.integers(ended, one -> one.delivery().claim()),
                    "pauses",
                            Rows.longs(
                                    ended,
                                    one -> one.pause()
                                            .map(PgWebhookStore::micros)
                                            .orElse(-1L)),
                    "delivered",
                            ended.stream()
                                    .map(one -> one.attempt().hasSucceeded())
                                    .toArray(Boolean[]::new),
                    "attempts",
                            Rows.each(
                                    ended,
                                    one -> WebhookRows.attempts(
                                            one.delivery().delivery().attempts(), one.attempt())));
            db.update(SETTLE, values);
            List<WebhookId> works = ids(ended, one -> one.attempt().hasSucceeded());
            if (!works.isEmpty()) {
                db.update(WORKS, Map.of("ids", works));
            }
            List<WebhookId> fails = ids(ended, one -> !one.attempt().hasSucceeded());
            return fails.isEmpty() ? List.of() : failing(fails, works, ended);
        });
    }

    private List<Webhook> failing(List<WebhookId> fails, List<WebhookId> works, List<Settlement> ended) {
        Instant first = ended.stream()
                .map(one -> one.attempt().at())
                .min(Comparator.naturalOrder())
                .orElseThrow();
        List<WebhookId> all = fails.stream().filter(id -> !works.contains(id)).toList();
        db.update(FAILS, Map.of("ids", all, "at", first));
        return db.list("SELECT * FROM webhooks WHERE id = ANY(:ids)", Map.of("ids", fails), WebhookRows::webhook);
    }

    private static List<WebhookId> ids(List<Settlement> ended, Predicate<Settlement> which) {
        return ended.stream()
                .filter(which)
                .map(one -> one.delivery().webhook().id())
                .distinct()
                .collect(Collectors.toList());
    }

    @Override
    public boolean disable(WebhookId id) {
        String sql = "UPDATE webhooks SET disabled_at = statement_timestamp() WHERE id = :id AND disabled_at IS NULL";
        return db.update(sql, Map.of("id", id)) == 1;
    }

    @Override
    public void giveBack(List<DueDelivery> claimed) {
        if (!claimed.isEmpty()) {
            Map<String, ?> values = Map.of(
                    "ids",
                    Rows.each(claimed, one -> one.delivery().id()),
                    "claims",
                    Rows.integers(claimed, DueDelivery::claim));
            db.update(GIVE_BACK, values);
        }
    }

    @Override
    public int failBeyond(int pending, String error, int most) {
        return db.update(FAIL_BEYOND, Map.of("pending", pending, "error", error, "most", most));
    }

    @Override
    public int prune(Instant before, int most) {
        String sql = """
            DELETE FROM webhook_deliveries WHERE id = ANY(ARRAY(
                SELECT id FROM webhook_deliveries WHERE created_at < :before
                ORDER BY created_at LIMIT :most FOR UPDATE SKIP LOCKED))
            """;
        return db.update(sql, Map.of("before", before, "most", most));
    }

    @Override
    public int erase(UserId user, int most) {
        return new Erasure(db, user, most)
                .from("webhooks", "owner")
                .from("webhook_deliveries", "owner")
                .release("webhooks")
                .removed();
    }
}
