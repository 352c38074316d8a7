package dev.guildhall.persistence.webhook;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.persistence.db.StoredJson;
import dev.guildhall.persistence.db.StoredObject;
import dev.guildhall.ports.ApiKeyId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.webhook.DeliveryId;
import dev.guildhall.ports.webhook.EventPattern;
import dev.guildhall.ports.webhook.Webhook;
import dev.guildhall.ports.webhook.WebhookDelivery;
import dev.guildhall.ports.webhook.WebhookDelivery.Attempt;
import dev.guildhall.ports.webhook.WebhookDelivery.Status;
import dev.guildhall.ports.webhook.WebhookEvent;
import dev.guildhall.ports.webhook.WebhookId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jdbi.v3.core.statement.StatementContext;

/** Maps webhooks and their deliveries to rows, and writes the deliveries of events. */
public final class WebhookRows {
    private static final String NEW_ID = """
        'dlv_' || lpad(to_hex(CAST(extract(epoch FROM statement_timestamp()) * 1000000 AS bigint)), 14, '0')
            || replace(CAST(gen_random_uuid() AS text), '-', '')
        """;

    /** Stores a delivery for a webhook. */
    static final String DELIVER = """
        INSERT INTO webhook_deliveries (id, webhook_id, owner, event, subject, created_at, due_at)
        VALUES (%s, :webhook, :owner, :event, :subject, statement_timestamp(), statement_timestamp())
        RETURNING *
        """.formatted(NEW_ID);

    /**
     * Stores the deliveries of events: the rows of a query with the columns {@code owner}, {@code event} and {@code subject}.
     * The sub-query with its order prevents plans that read all webhooks; a user without one costs a look into an index.
     */
    private static final String PUBLISH = """
        INSERT INTO webhook_deliveries (id, webhook_id, owner, event, subject, created_at, due_at)
        SELECT %s, w.id, e.owner, e.event, e.subject, statement_timestamp(), statement_timestamp()
        FROM (%%s) e CROSS JOIN LATERAL (
            SELECT id FROM webhooks
            WHERE owner BETWEEN e.owner AND e.owner AND disabled_at IS NULL
                AND events && ARRAY[e.event, split_part(e.event, '.', 1) || '.*']
            ORDER BY owner, id OFFSET 0) w
        """.formatted(NEW_ID);

    private WebhookRows() {}

    /**
     * A statement that stores the deliveries of events.
     *
     * @param query selects the columns {@code owner}, {@code event} and {@code subject}
     */
    public static String publish(String query) {
        return PUBLISH.formatted(query);
    }

    /** Stores the deliveries of an event. */
    public static void publish(Db db, UserId owner, WebhookEvent event, String subject) {
        String sql =
                publish("SELECT CAST(:owner AS text) AS owner, CAST(:event AS text) AS event, CAST(:subject AS text) AS"
                        + " subject");
        db.update(sql, Map.of("owner", owner, "event", event.wireName(), "subject", subject));
    }

    static Webhook webhook(ResultSet row, StatementContext ignored) throws SQLException {
        return new Webhook(
                new WebhookId(row.getString("id")),
                new UserId(row.getString("owner")),
                Rows.optionalText(row, "key_id").map(ApiKeyId::new),
                Rows.optionalText(row, "counts_for").map(UserId::new),
                row.getString("url"),
                Rows.texts(row, "events").stream().map(EventPattern::new).toList(),
                Rows.instant(row, "created_at"),
                Rows.optionalInstant(row, "failing_since"),
                Rows.optionalInstant(row, "disabled_at"));
    }

    static Map<String, Object> values(Webhook webhook) {
        Map<String, Object> values = new HashMap<>();
        values.put("id", webhook.id());
        values.put("owner", webhook.owner());
        values.put("keyId", webhook.keyId());
        values.put("countsFor", webhook.countsFor());
        values.put("url", webhook.url());
        values.put("events", Rows.each(webhook.events(), EventPattern::value));
        values.put("createdAt", webhook.createdAt());
        values.put("failingSince", webhook.failingSince());
        values.put("disabledAt", webhook.disabledAt());
        return values;
    }

    static WebhookDelivery delivery(ResultSet row, StatementContext ignored) throws SQLException {
        Optional<Instant> next = Rows.optionalInstant(row, "due_at");
        Status ended = row.getBoolean("delivered") ? Status.DELIVERED : Status.FAILED;
        return new WebhookDelivery(
                new DeliveryId(row.getString("id")),
                new WebhookId(row.getString("webhook_id")),
                WebhookEvent.fromWire(row.getString("event")).orElseThrow(),
                row.getString("subject"),
                Rows.instant(row, "created_at"),
                next.isPresent() ? Status.PENDING : ended,
                StoredObject.readAll("[" + row.getString("attempts") + "]").stream()
                        .map(WebhookRows::attempt)
                        .toList(),
                next);
    }

    private static Attempt attempt(StoredObject stored) {
        return new Attempt(
                Instant.ofEpochMilli(stored.number("at")),
                stored.optional("status").map(status -> ((Number) status).intValue()),
                Duration.ofMillis(stored.number("ms")),
                stored.optionalText("error"));
    }

    /** The tries with one more, as far as they are kept. */
    static String attempts(List<Attempt> before, Attempt last) {
        List<Attempt> kept =
                before.subList(Math.max(0, before.size() + 1 - WebhookDelivery.MOST_ATTEMPTS), before.size());
        return kept.stream()
                .map(WebhookRows::text)
                .collect(Collectors.collectingAndThen(
                        Collectors.toList(),
                        texts -> texts.isEmpty() ? text(last) : String.join(",", texts) + "," + text(last)));
    }

    private static String text(Attempt attempt) {
        Map<String, Object> members = new HashMap<>(
                Map.of("at", attempt.at().toEpochMilli(), "ms", attempt.took().toMillis()));
        attempt.status().ifPresent(status -> members.put("status", status));
        attempt.error().ifPresent(error -> members.put("error", error));
        return StoredJson.write(members);
    }
}
