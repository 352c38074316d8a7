package dev.guildhall.http.completion;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.usage.UsageCount;
import dev.guildhall.ports.usage.UsageEntry;
import dev.guildhall.ports.usage.UsageReport;
import dev.guildhall.ports.usage.UsageReports;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.json.WholeNumbers;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The callers' use of models over HTTP (models-15). */
public final class UsageRoutes {
    /** The cost is null when no model of the requests has a price. */
    public record CountJson(
            long promptTokens,
            long completionTokens,
            long requests,
            @Nullable BigDecimal cost) {
        public static CountJson of(UsageCount count) {
            return new CountJson(
                    count.promptTokens(), count.completionTokens(), count.requests(), Json.amount(count.cost()));
        }
    }

    private record DayJson(String date, @JsonUnwrapped CountJson count) {
        static DayJson of(UsageReport.Day day) {
            return new DayJson(day.date().toString(), CountJson.of(day.count()));
        }
    }

    private record StatisticsJson(
            long totalPromptTokens,
            long totalCompletionTokens,
            long totalRequests,
            @Nullable BigDecimal cost,
            String currency,
            Map<String, CountJson> byModel,
            List<DayJson> byDay) {
        static StatisticsJson of(UsageReport report) {
            Map<String, CountJson> byModel = new TreeMap<>();
            report.byModel().forEach((model, count) -> byModel.put(model, CountJson.of(count)));
            UsageCount total = report.total();
            return new StatisticsJson(
                    total.promptTokens(),
                    total.completionTokens(),
                    total.requests(),
                    Json.amount(total.cost()),
                    report.currency().getCurrencyCode(),
                    byModel,
                    report.byDay().stream().map(DayJson::of).toList());
        }
    }

    private record ReportJson(boolean success, StatisticsJson data) {
        static ReportJson of(UsageReport report) {
            return new ReportJson(true, StatisticsJson.of(report));
        }
    }

    private record RequestJson(
            String id,
            String createdAt,
            String provider,
            String model,
            long promptTokens,
            long completionTokens,
            boolean estimated,
            String outcome,
            int attempts,
            @Nullable Long firstTokenMs,
            long durationMs) {
        static RequestJson of(UsageEntry entry) {
            return new RequestJson(
                    entry.id().value(),
                    Json.timestamp(entry.at()),
                    entry.asked().provider(),
                    entry.asked().model(),
                    entry.usage().promptTokens(),
                    entry.usage().completionTokens(),
                    entry.usage().estimated(),
                    entry.outcome().wireName(),
                    entry.asked().attempts(),
                    entry.firstToken().map(Duration::toMillis).orElse(null),
                    entry.duration().toMillis());
        }
    }

    private final UsageReports reports;

    public UsageRoutes(UsageReports reports) {
        this.reports = reports;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/api/usage", Access.BEARER, this::report),
                Route.get("/api/usage/requests", Access.BEARER, this::requests));
    }

    private void report(Exchange exchange) {
        exchange.json(200, ReportJson.of(reports.report(exchange.caller(), days(exchange))));
    }

    private void requests(Exchange exchange) {
        exchange.json(
                200, Json.page("requests", reports.requests(exchange.caller(), exchange.page("use")), RequestJson::of));
    }

    /** The days of a report that the query asks for. */
    public static int days(Exchange exchange) {
        return exchange.query("days")
                .map(digits -> WholeNumbers.parse(digits)
                        .orElseThrow(() ->
                                Refusal.invalid("days", "must be an integer between 1 and " + UsageReports.MOST_DAYS)))
                .orElse(UsageReports.DEFAULT_DAYS);
    }
}
