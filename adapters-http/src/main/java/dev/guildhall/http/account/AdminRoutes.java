package dev.guildhall.http.account;

import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.ports.Budget;
import dev.guildhall.ports.Change;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.admin.Administration;
import dev.guildhall.ports.admin.UserChange;
import dev.guildhall.ports.audit.AuditAction;
import dev.guildhall.ports.audit.AuditEntry;
import dev.guildhall.ports.audit.AuditFilter;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.usage.AllUsage;
import dev.guildhall.ports.usage.UsageGrouping;
import dev.guildhall.ports.usage.UsageReports;
import dev.guildhall.ports.usage.UsageRow;
import dev.guildhall.wire.json.EnumNames;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import dev.guildhall.wire.json.WholeNumbers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/** Administration over HTTP (keys-14 to keys-17), for admins. */
public final class AdminRoutes {
    private static final int MAX_QUERY = 200;
    private static final int MAX_ROLES = 10;

    static final RequestReader<List<Role>> ROLES = RequestReader.list(RequestReader.text(AdminRoutes::role), MAX_ROLES);

    private final Administration administration;
    private final UsageReports usage;

    public AdminRoutes(Administration administration, UsageReports usage) {
        this.administration = administration;
        this.usage = usage;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/admin/users", Access.BEARER, this::users),
                Route.get("/admin/users/{userId}", Access.BEARER, this::user),
                Route.patch("/admin/users/{userId}", Access.BEARER, this::change),
                Route.delete("/admin/users/{userId}", Access.BEARER, this::delete),
                Route.get("/admin/usage", Access.BEARER, this::usage),
                Route.get("/admin/audit", Access.BEARER, this::audit),
                Route.get("/admin/nodes", Access.BEARER, this::nodes));
    }

    private void users(Exchange exchange) {
        Optional<String> text = exchange.query("q")
                .filter(query -> !query.isBlank())
                .map(query -> Text.requireLine("q", query, 1, MAX_QUERY));
        exchange.json(200, AdminJson.UsersJson.of(administration.users(exchange.caller(), text, exchange.page("usr"))));
    }

    private void user(Exchange exchange) {
        exchange.json(200, AdminJson.UserJson.of(administration.user(exchange.caller(), userId(exchange))));
    }

    private void change(Exchange exchange) {
        JsonBody body = exchange.body();
        Supplier<Optional<Boolean>> disabled = body.optional("disabled", RequestReader.flag());
        Supplier<Optional<List<Role>>> roles = body.optional("roles", ROLES);
        Supplier<Change<Budget>> budget = body.change("budget", BudgetJson::read);
        body.check();
        UserChange change = new UserChange(disabled.get(), roles.get().map(Set::copyOf), budget.get());
        exchange.json(200, AdminJson.UserJson.of(administration.change(exchange.caller(), userId(exchange), change)));
    }

    private void delete(Exchange exchange) {
        administration.delete(exchange.caller(), userId(exchange));
        exchange.noContent();
    }

    private void audit(Exchange exchange) {
        Optional<UserId> userId = exchange.query("userId").map(UserId::new);
        Optional<AuditAction> action =
                exchange.query("action").map(name -> EnumNames.read("action", List.of(AuditAction.values()), name));
        AuditFilter filter = new AuditFilter(userId, action);
        Page<AuditEntry> page = administration.audit(exchange.caller(), filter, exchange.page("aud"));
        exchange.json(200, AdminJson.AuditJson.of(page, emails(exchange, page.items(), AuditEntry::userId)));
    }

    private void usage(Exchange exchange) {
        int days = exchange.query("days").map(AdminRoutes::days).orElse(UsageReports.DEFAULT_DAYS);
        UsageGrouping by = exchange.query("by")
                .map(name -> EnumNames.read("by", List.of(UsageGrouping.values()), name))
                .orElse(UsageGrouping.USER);
        AllUsage all = usage.all(exchange.caller(), days, by);
        exchange.json(200, AdminJson.UsageJson.of(all, emails(exchange, all.rows(), UsageRow::userId)));
    }

    private <T> Map<UserId, Email> emails(Exchange exchange, List<T> items, Function<T, Optional<UserId>> user) {
        List<UserId> ids =
                items.stream().flatMap(item -> user.apply(item).stream()).toList();
        return administration.emails(exchange.caller(), ids);
    }

    private static int days(String digits) {
        return WholeNumbers.parse(digits)
                .orElseThrow(
                        () -> Refusal.invalid("days", "must be an integer between 1 and " + UsageReports.MOST_DAYS));
    }

    private void nodes(Exchange exchange) {
        exchange.json(200, AdminJson.NodesJson.of(administration.nodes(exchange.caller())));
    }

    private static UserId userId(Exchange exchange) {
        return exchange.pathId("userId", "user", UserId::new);
    }

    private static Role role(String name) {
        return Role.fromWire(name).orElseThrow(() -> Refusal.invalid("roles", "must be one of user, admin"));
    }
}
