package dev.guildhall.persistence.usage;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Erasure;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.ports.ApiKeyId;
import dev.guildhall.ports.AssistantId;
import dev.guildhall.ports.AssistantVersion;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.usage.AssistantUsage;
import dev.guildhall.ports.usage.DailyUsage;
import dev.guildhall.ports.usage.Spender;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.ports.usage.UsageCount;
import dev.guildhall.ports.usage.UsageEntry;
import dev.guildhall.ports.usage.UsageEntryId;
import dev.guildhall.ports.usage.UsageGrouping;
import dev.guildhall.ports.usage.UsageOutcome;
import dev.guildhall.ports.usage.UsageRow;
import dev.guildhall.ports.usage.UsageStore;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.StatementContext;

/**
 * The usage of models in PostgreSQL. One statement writes a batch of entries, and adds the inserted ones to the sums of
 * the days; triggers add these to the sums of all users, and to those since a day. It locks the sums in the order of their
 * keys, and first those of the users since a day, so that two nodes do not deadlock. It locks the accounts as a foreign key would: either the erasure of an account waits for the statement
 * and then deletes its rows, or the statement finds no account. It locks the assistants in the same way and before all sums,
 * as the erasure of their owner does.
 */
public final class PgUsageStore implements UsageStore {
    private static final String ADD = """
        WITH known AS (
            SELECT id FROM accounts WHERE id = ANY(:users) OR id = ANY(:shares) ORDER BY id FOR KEY SHARE
        ), held AS (
            SELECT user_id FROM usage_sums WHERE user_id = ANY(:users) ORDER BY user_id, first FOR NO KEY UPDATE
        ), usable AS (
            SELECT id FROM assistants WHERE id = ANY(:assistants) ORDER BY id FOR KEY SHARE
        ), given AS (
            SELECT * FROM unnest(:ids, :at, :users, :providers, :models, :prompt, :completion, :estimated, :outcomes,
                :attempts, :firstTokens, :durations, :keys, :costs, :cached, :cacheWrite, :reasoning, :shares, :assistants,
                :versions) AS entry (id, at, user_id,
                provider, model, prompt_tokens, completion_tokens, estimated, outcome, attempts, first_token_ms,
                duration_ms, key_id, cost, cached_tokens, cache_write_tokens, reasoning_tokens, share, assistant_id,
                assistant_version)
            WHERE (SELECT count(*) FROM usable) >= 0 AND (SELECT count(*) FROM held) >= 0
                AND (left(user_id, length(:external)) = :external OR user_id IN (SELECT id FROM known))
        ), added AS (
            INSERT INTO usage_entries (id, at, user_id, provider, model, prompt_tokens, completion_tokens, estimated,
                outcome, attempts, first_token_ms, duration_ms, key_id, cost, cached_tokens, cache_write_tokens,
                reasoning_tokens, counts_for, assistant_id, assistant_version)
            SELECT id, CAST(at AS timestamptz), user_id, provider, model, prompt_tokens, completion_tokens, estimated,
                outcome, attempts, nullif(first_token_ms, -1), duration_ms, nullif(key_id, ''),
                CAST(nullif(cost, '') AS numeric), cached_tokens, cache_write_tokens, reasoning_tokens, nullif(share, user_id),
                nullif(assistant_id, ''), nullif(assistant_version, 0)
            FROM given
            ON CONFLICT (id) DO NOTHING
            RETURNING user_id, key_id, CAST(at AT TIME ZONE 'UTC' AS date) AS day, model, prompt_tokens,
                completion_tokens, outcome, cost, counts_for, assistant_id, assistant_version
        ), by_key AS (
            INSERT INTO usage_key_days (key_id, user_id, day, model, prompt_tokens, completion_tokens, requests, cost)
            SELECT key_id, user_id, day, model, sum(prompt_tokens), sum(completion_tokens), count(*), sum(cost)
            FROM added WHERE outcome <> 'refused' AND key_id IS NOT NULL
            GROUP BY key_id, user_id, day, model ORDER BY key_id, day, model, user_id
            ON CONFLICT (key_id, day, model, user_id) DO UPDATE
            SET prompt_tokens = usage_key_days.prompt_tokens + excluded.prompt_tokens,
                completion_tokens = usage_key_days.completion_tokens + excluded.completion_tokens,
                requests = usage_key_days.requests + excluded.requests,
                cost = coalesce(usage_key_days.cost + excluded.cost, usage_key_days.cost, excluded.cost)
        ), by_assistant AS (
            INSERT INTO usage_assistant_days (assistant_id, day, version, prompt_tokens, completion_tokens, requests, cost)
            SELECT assistant_id, day, assistant_version, sum(prompt_tokens), sum(completion_tokens), count(*), sum(cost)
            FROM added WHERE outcome <> 'refused' AND assistant_id IN (SELECT id FROM usable)
            GROUP BY assistant_id, day, assistant_version ORDER BY assistant_id, day, assistant_version
            ON CONFLICT (assistant_id, day, version) DO UPDATE
            SET prompt_tokens = usage_assistant_days.prompt_tokens + excluded.prompt_tokens,
                completion_tokens = usage_assistant_days.completion_tokens + excluded.completion_tokens,
                requests = usage_assistant_days.requests + excluded.requests,
                cost = coalesce(usage_assistant_days.cost + excluded.cost, usage_assistant_days.cost, excluded.cost)
        ), of_groups AS (
            INSERT INTO group_key_costs (user_id, day, cost)
            SELECT counts_for, day, sum(cost)
            FROM added WHERE outcome <> 'refused' AND cost IS NOT NULL AND counts_for IN (SELECT id FROM known)
            GROUP BY counts_for, day ORDER BY counts_for, day
            ON CONFLICT (user_id, day) DO UPDATE SET cost = group_key_costs.cost + excluded.cost
        )
        INSERT INTO usage_days (user_id, day, model, prompt_tokens, completion_tokens, requests, cost)
        SELECT user_id, day, model, sum(prompt_tokens), sum(completion_tokens), count(*), sum(cost)
        FROM added WHERE outcome <> 'refused'
        GROUP BY user_id, day, model ORDER BY user_id, day, model
        ON CONFLICT (user_id, day, model) DO UPDATE
        SET prompt_tokens = usage_days.prompt_tokens + excluded.prompt_tokens,
            completion_tokens = usage_days.completion_tokens + excluded.completion_tokens,
            requests = usage_days.requests + excluded.requests,
            cost = coalesce(usage_days.cost + excluded.cost, usage_days.cost, excluded.cost)
        """;

    /** Stands for an absent time in an array. */
    private static final long NONE = -1;

    private final Db db;
    private final UsageSums sums;

    public PgUsageStore(Db db) {
        this.db = db;
        this.sums = new UsageSums(db);
    }

    @Override
    public void add(List<UsageEntry> entries) {
        if (!entries.isEmpty()) {
            db.with(handle -> add(handle, entries));
        }
    }

    private static int add(Handle handle, List<UsageEntry> entries) {
        List<UsageEntry.Asked> asked = Rows.each(entries, UsageEntry::asked);
        List<Usage> usage = Rows.each(entries, UsageEntry::usage);
        return handle.createUpdate(ADD)
                .bind("external", UserId.EXTERNAL)
                .bind("ids", Rows.each(entries, UsageEntry::id))
                .bind("at", Rows.each(entries, entry -> entry.at().toString()))
                .bind("users", Rows.each(entries, UsageEntry::userId))
                .bind("shares", Rows.each(entries, UsageEntry::countsFor))
                .bind("providers", Rows.each(asked, UsageEntry.Asked::provider))
                .bind("models", Rows.each(asked, UsageEntry.Asked::model))
                .bind("prompt", Rows.longs(usage, Usage::promptTokens))
                .bind("completion", Rows.longs(usage, Usage::completionTokens))
                .bind("estimated", Rows.each(usage, Usage::estimated).toArray(Boolean[]::new))
                .bind("outcomes", Rows.each(entries, UsageEntry::outcome))
                .bind("attempts", Rows.integers(asked, UsageEntry.Asked::attempts))
                .bind("firstTokens", Rows.longs(entries, PgUsageStore::firstToken))
                .bind("durations", Rows.longs(entries, entry -> entry.duration().toMillis()))
                .bind("keys", Rows.each(entries, entry -> text(entry.keyId(), ApiKeyId::value)))
                .bind(
                        "assistants",
                        Rows.each(
                                entries,
                                entry -> text(entry.assistant(), one -> one.id().value())))
                .bind("versions", Rows.integers(entries, PgUsageStore::version))
                .bind("costs", Rows.each(entries, entry -> text(entry.cost(), BigDecimal::toPlainString)))
                .bind("cached", Rows.longs(usage, Usage::cachedTokens))
                .bind("cacheWrite", Rows.longs(usage, Usage::cacheWriteTokens))
                .bind("reasoning", Rows.longs(usage, Usage::reasoningTokens))
                .execute();
    }

    private static <T> String text(Optional<T> value, Function<T, String> text) {
        return value.map(text).orElse("");
    }

    private static int version(UsageEntry entry) {
        return entry.assistant().map(AssistantVersion::version).orElse(0);
    }

    private static long firstToken(UsageEntry entry) {
        return entry.firstToken().map(Duration::toMillis).orElse(NONE);
    }

    @Override
    public List<DailyUsage> daily(UserId userId, LocalDate first, LocalDate last) {
        String sql = "SELECT * FROM usage_days WHERE user_id = :userId AND day BETWEEN :first AND :last";
        return db.list(sql, Map.of("userId", userId, "first", first, "last", last), PgUsageStore::daily);
    }

    @Override
    public Map<Spender, BigDecimal> spent(Set<Spender> spenders, LocalDate first) {
        Map<String, Spender> accounts = new HashMap<>();
        Map<String, Spender> keys = new HashMap<>();
        spenders.forEach(spender -> {
            switch (spender) {
                case Spender.Account(UserId userId) -> accounts.put(userId.value(), spender);
                case Spender.Key(ApiKeyId keyId) -> keys.put(keyId.value(), spender);
            }
        });
        Map<Spender, BigDecimal> sums = new HashMap<>();
        addSpent("usage_days", "user_id", accounts, first, sums);
        addSpent("group_key_costs", "user_id", accounts, first, sums);
        addSpent("usage_key_days", "key_id", keys, first, sums);
        return sums;
    }

    private void addSpent(
            String table,
            String column,
            Map<String, Spender> spenders,
            LocalDate first,
            Map<Spender, BigDecimal> sums) {
        if (spenders.isEmpty()) {
            return;
        }
        String sql = """
            SELECT %2$s AS spender, sum(cost) AS cost FROM %1$s
            WHERE %2$s = ANY(:spenders) AND day >= :first AND cost IS NOT NULL GROUP BY %2$s
            """.formatted(table, column);
        Map<String, Object> values = Map.of("spenders", spenders.keySet(), "first", first);
        db.list(sql, values, (row, _) -> Map.entry(row.getString("spender"), row.getBigDecimal("cost")))
                .forEach(sum -> sums.merge(spenders.get(sum.getKey()), sum.getValue(), BigDecimal::add));
    }

    @Override
    public List<UsageRow> report(LocalDate first, LocalDate last, UsageGrouping by, int most) {
        Map<String, Object> values = Map.of("first", first, "last", last, "most", most);
        List<UsageRow> rows = switch (by) {
            case MODEL, DAY -> List.of();
            case USER, GROUP, KEY -> db.list(summed(by), values, (row, _) -> row(row, by));
        };
        return rows.isEmpty() ? db.list(counted(by), values, (row, _) -> row(row, by)) : rows;
    }

    /** A report from the sums since its first day: no row when there are none, or when there are days after its last. */
    static String summed(UsageGrouping by) {
        String table = switch (by) {
            case KEY -> "usage_key_sums";
            // Reads a sum for each group, not those of all users.
            case GROUP -> """
                (SELECT id AS group_id, own.* FROM groups CROSS JOIN LATERAL (
                    SELECT * FROM usage_sums WHERE user_id = service_account_id AND first = :first LIMIT 1) own) sums\
                """;
            case USER, MODEL, DAY -> "usage_sums";
        };
        return """
            SELECT * FROM %2$s
            WHERE first = :first AND requests > 0
                AND EXISTS (SELECT FROM usage_windows WHERE first = :first AND ready)
                AND NOT EXISTS (SELECT FROM usage_totals WHERE day > :last AND requests > 0)
            ORDER BY cost DESC NULLS LAST, requests DESC, %1$s LIMIT :most
            """.formatted(columns(by), table);
    }

    private static String counted(UsageGrouping by) {
        String table = switch (by) {
            case KEY -> "usage_key_days";
            case USER -> "usage_days";
            case GROUP -> """
                usage_days JOIN (SELECT id AS group_id, service_account_id FROM groups) owner
                ON service_account_id = user_id\
                """;
            case MODEL, DAY -> "usage_totals";
        };
        return """
            SELECT %1$s, sum(prompt_tokens) AS prompt_tokens, sum(completion_tokens) AS completion_tokens,
                sum(requests) AS requests, sum(cost) AS cost
            FROM %2$s WHERE day BETWEEN :first AND :last AND requests > 0
            GROUP BY %1$s ORDER BY sum(cost) DESC NULLS LAST, sum(requests) DESC, %1$s LIMIT :most
            """.formatted(columns(by), table);
    }

    private static String columns(UsageGrouping by) {
        return switch (by) {
            case USER -> "user_id";
            case GROUP -> "user_id, group_id";
            case KEY -> "user_id, key_id";
            case MODEL -> "model";
            case DAY -> "day";
        };
    }

    private static UsageRow row(ResultSet row, UsageGrouping by) throws SQLException {
        boolean ofUser = by == UsageGrouping.USER || by == UsageGrouping.GROUP || by == UsageGrouping.KEY;
        return new UsageRow(
                ofUser ? Optional.of(new UserId(row.getString("user_id"))) : Optional.empty(),
                by == UsageGrouping.GROUP ? Optional.of(new GroupId(row.getString("group_id"))) : Optional.empty(),
                by == UsageGrouping.KEY ? Optional.of(new ApiKeyId(row.getString("key_id"))) : Optional.empty(),
                by == UsageGrouping.MODEL ? Optional.of(row.getString("model")) : Optional.empty(),
                by == UsageGrouping.DAY ? Optional.of(row.getObject("day", LocalDate.class)) : Optional.empty(),
                count(row));
    }

    static UsageCount count(ResultSet row) throws SQLException {
        return new UsageCount(
                row.getLong("prompt_tokens"),
                row.getLong("completion_tokens"),
                row.getLong("requests"),
                Optional.ofNullable(row.getBigDecimal("cost")));
    }

    @Override
    public AssistantUsage ofAssistant(AssistantId assistant, LocalDate first, LocalDate last, int most) {
        return new AssistantSums(db).of(assistant, first, last, most);
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
        sweepDays("usage_totals", before, most);
        int swept = 0;
        for (String table : List.of("usage_days", "usage_key_days", "group_key_costs", "usage_assistant_days")) {
            swept += swept == most ? 0 : sweepDays(table, before, most - swept);
        }
        return swept;
    }

    private int sweepDays(String table, LocalDate before, int most) {
        String sql = """
            DELETE FROM %1$s WHERE ctid = ANY(ARRAY(
                SELECT ctid FROM %1$s WHERE day < :before LIMIT :most FOR UPDATE SKIP LOCKED))
            """.formatted(table);
        return db.update(sql, Map.of("before", before, "most", most));
    }

    @Override
    public int keepSums(Set<LocalDate> firsts, int most) {
        return sums.keep(firsts, most);
    }

    private static DailyUsage daily(ResultSet row, StatementContext context) throws SQLException {
        return new DailyUsage(row.getObject("day", LocalDate.class), row.getString("model"), count(row));
    }

    private static UsageEntry entry(ResultSet row, StatementContext context) throws SQLException {
        Optional<Duration> firstToken =
                Optional.ofNullable(row.getObject("first_token_ms", Long.class)).map(Duration::ofMillis);
        return new UsageEntry(
                new UsageEntryId(row.getString("id")),
                Rows.instant(row, "at"),
                new UserId(row.getString("user_id")),
                new UserId(Rows.optionalText(row, "counts_for").orElse(row.getString("user_id"))),
                Optional.ofNullable(row.getString("key_id")).map(ApiKeyId::new),
                assistant(row),
                new UsageEntry.Asked(row.getString("provider"), row.getString("model"), row.getInt("attempts")),
                new Usage(
                        row.getLong("prompt_tokens"),
                        row.getLong("completion_tokens"),
                        row.getLong("cached_tokens"),
                        row.getLong("cache_write_tokens"),
                        row.getLong("reasoning_tokens"),
                        row.getBoolean("estimated")),
                Optional.ofNullable(row.getBigDecimal("cost")).map(BigDecimal::stripTrailingZeros),
                UsageOutcome.fromWire(row.getString("outcome")),
                firstToken,
                Duration.ofMillis(row.getLong("duration_ms")));
    }

    private static Optional<AssistantVersion> assistant(ResultSet row) throws SQLException {
        int version = row.getInt("assistant_version");
        return Rows.optionalText(row, "assistant_id").map(id -> new AssistantVersion(new AssistantId(id), version));
    }

    @Override
    public int erase(UserId user, int most) {
        return new Erasure(db, user, most)
                .from("usage_entries", "user_id")
                .from("usage_key_days", "user_id")
                .from("group_key_costs", "user_id")
                .from("usage_days", "user_id")
                .from("usage_sums", "user_id")
                .from("usage_key_sums", "user_id")
                .removed();
    }
}
