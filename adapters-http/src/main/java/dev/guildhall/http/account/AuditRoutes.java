package dev.guildhall.http.account;

import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.ports.audit.AuditDetail;
import dev.guildhall.ports.audit.AuditEntry;
import dev.guildhall.ports.audit.AuditTrail;
import dev.guildhall.wire.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

public final class AuditRoutes {
    private record EntryJson(String id, String action, Map<String, String> details, String createdAt) {
        static EntryJson of(AuditEntry entry) {
            return new EntryJson(
                    entry.id().value(), entry.action().wireName(), detailsOf(entry), Json.timestamp(entry.at()));
        }
    }

    /** The details of an entry by their names, in a fixed order. */
    static Map<String, String> detailsOf(AuditEntry entry) {
        Map<String, String> details = new LinkedHashMap<>();
        for (AuditDetail detail : AuditDetail.values()) {
            if (entry.details().containsKey(detail)) {
                details.put(detail.wireName(), entry.details().get(detail));
            }
        }
        return details;
    }

    private final AuditTrail trail;

    public AuditRoutes(AuditTrail trail) {
        this.trail = trail;
    }

    public List<Route> routes() {
        return List.of(Route.get("/auth/audit", Access.BEARER, this::entries));
    }

    private void entries(Exchange exchange) {
        exchange.json(200, Json.page("entries", trail.entries(exchange.caller(), exchange.page("aud")), EntryJson::of));
    }
}
