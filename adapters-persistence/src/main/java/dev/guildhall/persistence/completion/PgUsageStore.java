package dev.guildhall.persistence.completion;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.completion.DailyUsage;
import dev.guildhall.ports.completion.Usage;
import dev.guildhall.ports.completion.UsageCount;
import dev.guildhall.ports.completion.UsageEntry;
import dev.guildhall.ports.completion.UsageEntryId;
import dev.guildhall.ports.completion.UsageGrouping;
import dev.guildhall.ports.completion.UsageOutcome;
import dev.guildhall.ports.completion.UsageRow;
import dev.guildhall.ports.completion.UsageStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.StatementContext;

/**
 * The usage of models in PostgreSQL. One statement writes a batch of entries, and adds the inserted ones to the sums of
 * the days. It locks the sums in the order of their keys, so that two nodes do not deadlock. It locks the accounts as a
 * foreign key would: either the erasure of an account waits for the statement and then deletes its rows, or the
 * statement finds no account. Thread-safe.
 */
public final class PgUsageStore implements UsageStore {
    private static final String ADD = """
        WITH known AS (
            SELECT id FROM users WHERE id = ANY(:users) ORDER BY id FOR KEY SHARE
        ), given AS (
            SELECT * FROM unnest(:ids, :at, :users, :providers, :models, :prompt, :completion, :estimated, :outcomes,
                :attempts, :firstTokens, :durations) AS entry (id, at, user_id, provider, model, prompt_tokens,
                completion_tokens, estimated, outcome, attempts, first_token_ms, duration_ms)
            WHERE left(user_id, length(:external)) = :external OR user_id IN (SELECT id FROM known)
        ), added AS (
            INSERT INTO usage_entries (id, at, user_id, provider, model, prompt_tokens, completion_tokens, estimated,
                outcome, attempts, first_token_ms, duration_ms)
            SELECT id, CAST(at AS timestamptz), user_id, provider, model, prompt_tokens, completion_tokens, estimated,
                outcome, attempts, nullif(first_token_ms, -1), duration_ms
            FROM given
            ON CONFLICT (id) DO NOTHING
            RETURNING user_id, CAST(at AT TIME ZONE 'UTC' AS date) AS day, model, prompt_tokens, completion_tokens, outcome
        )
        INSERT INTO usage_days (user_id, day, model, prompt_tokens, completion_tokens, requests)
        SELECT user_id, day, model, sum(prompt_tokens), sum(completion_tokens), count(*)
        FROM added WHERE outcome <> 'refused'
        GROUP BY user_id, day, model ORDER BY user_id, day, model
        ON CONFLICT (user_id, day, model) DO UPDATE
        SET prompt_tokens = usage_days.prompt_tokens + excluded.prompt_tokens,
            completion_tokens = usage_days.completion_tokens + excluded.completion_tokens,
            requests = usage_days.requests + excluded.requests
        """;

    /** Stands for an absent time in an array. */
    private static final long NONE = -1;

    private final Db db;

    public PgUsageStore(Db db) {
        this.db = db;
    }

    @Override
    public void add(List<UsageEntry> entries) {
        if (!entries.isEmpty()) {
            db.with(handle -> add(handle, entries));
        }
    }

    private static int add(Handle handle, List<UsageEntry> entries) {
        return handle.createUpdate(ADD)
                .bind("external", UserId.EXTERNAL)
                .bind("ids", column(entries, String[]::new, entry -> entry.id().value()))
                .bind("at", column(entries, String[]::new, entry -> entry.at().toString()))
                .bind(
                        "users",
                        column(entries, String[]::new, entry -> entry.userId().value()))
                .bind(
                        "providers",
                        column(entries, String[]::new, entry -> entry.asked().provider()))
                .bind(
                        "models",
                        column(entries, String[]::new, entry -> entry.asked().model()))
                .bind(
                        "prompt",
                        column(entries, Long[]::new, entry -> entry.usage().promptTokens()))
                .bind(
                        "completion",
                        column(entries, Long[]::new, entry -> entry.usage().completionTokens()))
                .bind(
                        "estimated",
                        column(entries, Boolean[]::new, entry -> entry.usage().estimated()))
                .bind(
                        "outcomes",
                        column(entries, String[]::new, entry -> entry.outcome().wireName()))
                .bind(
                        "attempts",
                        column(entries, Integer[]::new, entry -> entry.asked().attempts()))
                .bind(
                        "firstTokens",
                        column(
                                entries,
                                Long[]::new,
                                entry -> entry.firstToken()
                                        .map(Duration::toMillis)
                                        .orElse(NONE)))
                .bind(
                        "durations",
                        column(entries, Long[]::new, entry -> entry.duration().toMillis()))
                .execute();
    }

    private static <T> T[] column(List<UsageEntry> entries, IntFunction<T[]> array, Function<UsageEntry, T> value) {
        return entries.stream().map(value).toArray(array);
    }

    @Override
    public List<DailyUsage> daily(UserId userId, LocalDate first, LocalDate last) {
        String sql = "SELECT * FROM usage_days WHERE user_id = :userId AND day BETWEEN :first AND :last";
        return db.list(sql, Map.of("userId", userId, "first", first, "last", last), PgUsageStore::daily);
    }

    @Override
    public List<UsageRow> report(LocalDate first, LocalDate last, UsageGrouping by, int most) {
        if (by == UsageGrouping.KEY) {
            return List.of();
        }
        String sql = """
            SELECT %1$s, sum(prompt_tokens) AS prompt_tokens, sum(completion_tokens) AS completion_tokens,
                sum(requests) AS requests
            FROM usage_days WHERE day BETWEEN :first AND :last
            GROUP BY %1$s ORDER BY sum(requests) DESC, %1$s LIMIT :most
            """.formatted(column(by));
        return db.with(handle -> handle.createQuery(sql)
                .bind("first", first)
                .bind("last", last)
                .bind("most", most)
                .map((row, context) -> row(row, by))
                .list());
    }

    private static String column(UsageGrouping by) {
        return switch (by) {
            case USER, KEY -> "user_id";
            case MODEL -> "model";
            case DAY -> "day";
        };
    }

    private static UsageRow row(ResultSet row, UsageGrouping by) throws SQLException {
        String group = row.getString(column(by));
        return new UsageRow(
                by == UsageGrouping.USER ? Optional.of(new UserId(group)) : Optional.empty(),
                Optional.empty(),
                by == UsageGrouping.MODEL ? Optional.of(group) : Optional.empty(),
                by == UsageGrouping.DAY ? Optional.of(LocalDate.parse(group)) : Optional.empty(),
                new UsageCount(
                        row.getLong("prompt_tokens"), row.getLong("completion_tokens"), row.getLong("requests")));
    }

    @Override
    public Page<UsageEntry> ofUser(UserId userId, PageRequest page) {
        String sql = """
            SELECT * FROM usage_entries
            WHERE user_id = :userId AND (CAST(:behind AS text) IS NULL OR id < :behind)
            ORDER BY id DESC LIMIT :oneMore
            """;
        return Page.cut(
                db.oneMore(sql, Map.of("userId", userId), page, PgUsageStore::entry), page.limit(), UsageEntry::id);
    }

    @Override
    public int sweepEntries(Instant before, int most) {
        String sql = """
            DELETE FROM usage_entries WHERE id = ANY(ARRAY(
                SELECT id FROM usage_entries WHERE at < :before LIMIT :most FOR UPDATE SKIP LOCKED))
            """;
        return db.update(sql, Map.of("before", before, "most", most));
    }

    @Override
    public int sweepDays(LocalDate before, int most) {
        String sql = """
            DELETE FROM usage_days WHERE ctid = ANY(ARRAY(
                SELECT ctid FROM usage_days WHERE day < :before LIMIT :most FOR UPDATE SKIP LOCKED))
            """;
        return db.update(sql, Map.of("before", before, "most", most));
    }

    private static DailyUsage daily(ResultSet row, StatementContext context) throws SQLException {
        return new DailyUsage(
                row.getObject("day", LocalDate.class),
                row.getString("model"),
                new UsageCount(
                        row.getLong("prompt_tokens"), row.getLong("completion_tokens"), row.getLong("requests")));
    }

    private static UsageEntry entry(ResultSet row, StatementContext context) throws SQLException {
        Optional<Duration> firstToken =
                Optional.ofNullable(row.getObject("first_token_ms", Long.class)).map(Duration::ofMillis);
        return new UsageEntry(
                new UsageEntryId(row.getString("id")),
                Rows.instant(row, "at"),
                new UserId(row.getString("user_id")),
                new UsageEntry.Asked(row.getString("provider"), row.getString("model"), row.getInt("attempts")),
                new Usage(row.getLong("prompt_tokens"), row.getLong("completion_tokens"), row.getBoolean("estimated")),
                UsageOutcome.fromWire(row.getString("outcome")),
                firstToken,
                Duration.ofMillis(row.getLong("duration_ms")));
    }
}
