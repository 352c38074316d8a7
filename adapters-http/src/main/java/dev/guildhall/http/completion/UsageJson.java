package dev.guildhall.http.completion;

import dev.guildhall.http.json.Json;
import dev.guildhall.ports.Cursor;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.completion.UsageCount;
import dev.guildhall.ports.completion.UsageEntry;
import dev.guildhall.ports.completion.UsageReport;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The JSON records of the usage statistics. */
final class UsageJson {
    private UsageJson() {}

    record CountJson(long promptTokens, long completionTokens, long requests) {
        static CountJson of(UsageCount count) {
            return new CountJson(count.promptTokens(), count.completionTokens(), count.requests());
        }
    }

    record DayJson(String date, long promptTokens, long completionTokens, long requests) {
        static DayJson of(UsageReport.Day day) {
            UsageCount count = day.count();
            return new DayJson(day.date().toString(), count.promptTokens(), count.completionTokens(), count.requests());
        }
    }

    record StatisticsJson(
            long totalPromptTokens,
            long totalCompletionTokens,
            long totalRequests,
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
                    byModel,
                    report.byDay().stream().map(DayJson::of).toList());
        }
    }

    record ReportJson(boolean success, StatisticsJson data) {
        static ReportJson of(UsageReport report) {
            return new ReportJson(true, StatisticsJson.of(report));
        }
    }

    record RequestJson(
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

    record PageJson(List<RequestJson> requests, @Nullable String nextCursor) {
        static PageJson of(Page<UsageEntry> page) {
            return new PageJson(
                    page.items().stream().map(RequestJson::of).toList(),
                    page.next().map(Cursor::encode).orElse(null));
        }
    }
}
