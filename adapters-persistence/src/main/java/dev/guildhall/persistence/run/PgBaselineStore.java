package dev.guildhall.persistence.run;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.ports.Cursor;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.run.Baseline;
import dev.guildhall.ports.run.BaselineStore;
import dev.guildhall.ports.run.BaselineVersion;
import dev.guildhall.ports.run.RunId;
import dev.guildhall.ports.run.Screenshot;
import dev.guildhall.ports.run.Sha256;
import dev.guildhall.ports.run.SuiteName;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.statement.StatementContext;

public final class PgBaselineStore implements BaselineStore {
    /** Of several concurrent calls the first inserts; the others wait for it, and then find the number in use. */
    private static final String REPLACE = """
        WITH current AS (
            SELECT number FROM baselines
            WHERE suite = :suite AND platform = :platform AND key = :key AND is_current AND sha256 = :expected
            FOR UPDATE
        ), former AS (
            UPDATE baselines b SET is_current = false FROM current c
            WHERE b.suite = :suite AND b.platform = :platform AND b.key = :key AND b.number = c.number
            RETURNING b.number
        )
        INSERT INTO baselines (suite, platform, key, number, is_current, project, file, name, sha256, previous,
            browser_version, run_id, at, by_user)
        SELECT :suite, :platform, :key, coalesce((SELECT number FROM former), 0) + 1, true, :project, :file, :name, :image,
            :previous, :browserVersion, :run, :at, :by
        WHERE (CAST(:expected AS text) IS NULL OR EXISTS (SELECT FROM former))
        ON CONFLICT DO NOTHING
        """;

    private final Db db;

    public PgBaselineStore(Db db) {
        this.db = db;
    }

    @Override
    public List<Baseline> current(SuiteName suite) {
        String sql = "SELECT * FROM baselines WHERE suite = :suite AND is_current ORDER BY key";
        return db.list(sql, Map.of("suite", suite), PgBaselineStore::baseline);
    }

    private record Row(long id, BaselineVersion version) {}

    @Override
    public Page<BaselineVersion> history(SuiteName suite, PageRequest page) {
        String sql = """
            SELECT * FROM baselines WHERE suite = :suite AND (CAST(:behind AS bigint) IS NULL OR id < :behind)
            ORDER BY id DESC LIMIT :oneMore
            """;
        Map<String, ?> parameters = Map.of(
                "suite",
                suite,
                "behind",
                page.cursor().map(Cursor::number),
                "oneMore",
                page.limit().value() + 1);
        List<Row> rows = db.list(
                sql,
                parameters,
                (row, context) -> new Row(
                        row.getLong("id"), new BaselineVersion(baseline(row, context), row.getBoolean("is_current"))));
        return Page.cutBehind(rows, page.limit(), row -> new Cursor(Long.toString(row.id())))
                .map(Row::version);
    }

    @Override
    public List<Baseline> withImages(SuiteName suite, Set<Sha256> images) {
        String sql = """
            SELECT * FROM baselines b
            WHERE suite = :suite AND sha256 = ANY(:images) AND NOT EXISTS (
                SELECT FROM baselines later WHERE later.suite = b.suite AND later.platform = b.platform
                    AND later.key = b.key AND later.sha256 = b.sha256 AND later.number > b.number)
            ORDER BY id DESC
            """;
        return db.list(sql, Map.of("suite", suite, "images", images), PgBaselineStore::baseline);
    }

    private static Baseline baseline(ResultSet row, StatementContext context) throws SQLException {
        return new Baseline(
                new SuiteName(row.getString("suite")),
                row.getString("platform"),
                new Screenshot.Key(row.getString("project"), row.getString("file"), row.getString("name")),
                new Sha256(row.getString("sha256")),
                Rows.optionalText(row, "previous").map(Sha256::new),
                row.getString("browser_version"),
                Rows.optionalText(row, "run_id").map(RunId::new),
                Rows.instant(row, "at"),
                new UserId(row.getString("by_user")));
    }

    @Override
    public boolean replace(Baseline next, Optional<Sha256> expected) {
        Map<String, ?> values = Map.of("key", RunEventRows.key(next.key()), "expected", expected);
        return db.update(REPLACE, values, next, next.key()) == 1;
    }

    @Override
    public Set<Sha256> used(Set<Sha256> some) {
        String sql = "SELECT c FROM unnest(:some) AS c WHERE EXISTS (SELECT FROM baselines WHERE sha256 = c)";
        return Set.copyOf(db.list(sql, Map.of("some", some), Sha256.class));
    }
}
