package dev.guildhall.http.system;

import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.ports.ReadinessCheck;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Health, metrics and public keys. */
public final class SystemRoutes {
    private record HealthJson(String status, Map<String, String> checks) {}

    private final List<ReadinessCheck> checks;
    private final Metrics metrics;
    private final Supplier<String> publicKeys;
    private final ApiDocuments documents;

    /** @param publicKeys reads the JSON Web Key Set */
    public SystemRoutes(
            List<ReadinessCheck> checks, Metrics metrics, Supplier<String> publicKeys, ApiDocuments documents) {
        this.checks = List.copyOf(checks);
        this.metrics = metrics;
        this.publicKeys = publicKeys;
        this.documents = documents;
    }

    public List<Route> routes() {
        List<Route> routes = new ArrayList<>(List.of(
                Route.get("/health/live", Access.PUBLIC, this::live),
                Route.get("/health/ready", Access.PUBLIC, this::ready),
                Route.get("/metrics", Access.PUBLIC, this::metrics),
                Route.get("/.well-known/jwks.json", Access.PUBLIC, this::keys)));
        routes.addAll(documents.routes());
        return routes;
    }

    private void live(Exchange exchange) {
        exchange.json(200, new HealthJson("up", Map.of()));
    }

    private void ready(Exchange exchange) {
        Map<String, String> results = new LinkedHashMap<>();
        boolean up = true;
        for (ReadinessCheck check : checks) {
            String result = check.failure().orElse("up");
            results.put(check.name(), result);
            up &= result.equals("up");
        }
        exchange.json(up ? 200 : 503, new HealthJson(up ? "up" : "down", results));
    }

    private void metrics(Exchange exchange) {
        exchange.text(200, Metrics.CONTENT_TYPE, metrics.text());
    }

    private void keys(Exchange exchange) {
        exchange.header("Cache-Control", "public, max-age=60");
        exchange.jsonBytes(200, publicKeys.get().getBytes(StandardCharsets.UTF_8));
    }
}
