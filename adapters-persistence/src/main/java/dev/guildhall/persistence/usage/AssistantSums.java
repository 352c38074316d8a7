package dev.guildhall.persistence.usage;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.ports.AssistantId;
import dev.guildhall.ports.usage.AssistantUsage;
import dev.guildhall.ports.usage.UsageCount;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jdbi.v3.core.statement.StatementContext;

/** The sums of the versions and of the days of an assistant, which one statement reads. */
final class AssistantSums {
    /** The days come first, then the versions. */
    static final String SUMS = """
        SELECT day, version, sum(prompt_tokens) AS prompt_tokens, sum(completion_tokens) AS completion_tokens,
            sum(requests) AS requests, sum(cost) AS cost
        FROM usage_assistant_days WHERE assistant_id = :assistant AND day BETWEEN :first AND :last
        GROUP BY GROUPING SETS ((day), (version))
        ORDER BY day NULLS LAST, version DESC
        LIMIT CAST(:last AS date) - CAST(:first AS date) + 1 + :most
        """;

    /** That of a day, or of a version. */
    private record Sum(Optional<LocalDate> day, int version, UsageCount count) {
        static Sum of(ResultSet row, StatementContext context) throws SQLException {
            return new Sum(
                    Optional.ofNullable(row.getObject("day", LocalDate.class)),
                    row.getInt("version"),
                    PgUsageStore.count(row));
        }
    }

    private final Db db;

    AssistantSums(Db db) {
        this.db = db;
    }

    AssistantUsage of(AssistantId assistant, LocalDate first, LocalDate last, int most) {
        Map<String, Object> values = Map.of("assistant", assistant, "first", first, "last", last, "most", most);
        Map<Boolean, List<Sum>> sums = db.list(SUMS, values, Sum::of).stream()
                .collect(Collectors.partitioningBy(sum -> sum.day().isPresent()));
        return new AssistantUsage(
                sums.getOrDefault(false, List.of()).stream()
                        .limit(most)
                        .map(sum -> new AssistantUsage.Version(sum.version(), sum.count()))
                        .toList(),
                sums.getOrDefault(true, List.of()).stream()
                        .collect(Collectors.toMap(sum -> sum.day().orElseThrow(), Sum::count)));
    }
}
