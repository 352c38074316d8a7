package dev.guildhall.http.completion;

import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.http.json.WholeNumbers;
import dev.guildhall.ports.completion.UsageReports;
import dev.guildhall.ports.problem.Refusal;
import java.util.List;

/** The callers' use of models over HTTP (spec/2, usage). Thread-safe. */
public final class UsageRoutes {
    private final UsageReports reports;

    public UsageRoutes(UsageReports reports) {
        this.reports = reports;
    }

    /** All routes, below the base of the completion service. */
    public List<Route> routes() {
        return List.of(
                Route.get("/api/usage", Access.BEARER, this::report),
                Route.get("/api/usage/requests", Access.BEARER, this::requests));
    }

    private void report(Exchange exchange) {
        int days = exchange.query("days").map(UsageRoutes::days).orElse(UsageReports.DEFAULT_DAYS);
        exchange.json(200, UsageJson.ReportJson.of(reports.report(exchange.caller(), days)));
    }

    private void requests(Exchange exchange) {
        exchange.json(200, UsageJson.PageJson.of(reports.requests(exchange.caller(), exchange.page("use"))));
    }

    private static int days(String digits) {
        try {
            return WholeNumbers.parse(digits);
        } catch (NumberFormatException malformed) {
            throw Refusal.invalid("days", "must be an integer between 1 and " + UsageReports.MOST_DAYS);
        }
    }
}
