package dev.guildhall.http.schedule;

import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.start.Start;
import dev.guildhall.ports.start.StartedWork;
import dev.guildhall.ports.trigger.Trigger;
import dev.guildhall.ports.trigger.TriggerId;
import dev.guildhall.ports.trigger.TriggerRequest;
import dev.guildhall.ports.trigger.Triggers;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Triggers over HTTP, and the addresses at which other systems call them (section Triggers). */
public final class TriggerRoutes {
    /** Below the address of the service. */
    static final String CALLS = "/hooks/";

    private static final String BEARER = "Bearer ";
    private static final RequestReader<String> NAME =
            RequestReader.text(text -> Text.requireName("name", text, 1, Triggers.MAX_NAME));

    private final Triggers triggers;
    private final Supplier<String> base;

    /** @param base the address of the service, without a slash at its end */
    public TriggerRoutes(Triggers triggers, Supplier<String> base) {
        this.triggers = triggers;
        this.base = base;
    }

    public List<Route> routes() {
        String one = "/triggers/{triggerId}";
        return List.of(
                Route.post("/triggers", Access.BEARER, this::create),
                Route.get("/triggers", Access.BEARER, this::list),
                Route.get(one, Access.BEARER, this::find),
                Route.patch(one, Access.BEARER, this::change),
                Route.delete(one, Access.BEARER, this::delete),
                Route.post(CALLS + "{address}", Access.PUBLIC, this::call));
    }

    private static TriggerId id(Exchange exchange) {
        return exchange.pathId("triggerId", "trigger", TriggerId::new);
    }

    private void create(Exchange exchange) {
        JsonBody body = exchange.body();
        Supplier<String> name = body.required("name", NAME);
        Supplier<Start> start = body.required("start", StartJson.READER);
        body.check();
        Triggers.Created created = triggers.create(exchange.caller(), name.get(), start.get());
        exchange.secretJson(201, TriggerJson.CreatedJson.of(created, base.get()));
    }

    private void list(Exchange exchange) {
        exchange.json(
                200,
                Json.page(
                        "triggers",
                        triggers.list(exchange.caller(), exchange.page("trg")),
                        trigger -> TriggerJson.of(trigger, base.get())));
    }

    private void find(Exchange exchange) {
        Trigger trigger = triggers.find(exchange.caller(), id(exchange));
        exchange.json(
                200,
                TriggerJson.WithCallsJson.of(trigger, base.get(), triggers.calls(exchange.caller(), trigger.id())));
    }

    private void change(Exchange exchange) {
        JsonBody body = exchange.body();
        Supplier<Optional<String>> name = body.replacement("name", NAME);
        Supplier<Optional<Start>> start = body.replacement("start", StartJson.READER);
        body.check();
        Trigger changed = triggers.change(exchange.caller(), id(exchange), name.get(), start.get());
        exchange.json(200, TriggerJson.of(changed, base.get()));
    }

    private void delete(Exchange exchange) {
        triggers.delete(exchange.caller(), id(exchange));
        exchange.noContent();
    }

    private void call(Exchange exchange) {
        Object payload = RequestReader.data().read(exchange.tree(), "body");
        TriggerRequest request = new TriggerRequest(
                exchange.requestHeader("Authorization")
                        .filter(given -> given.regionMatches(true, 0, BEARER, 0, BEARER.length()))
                        .map(given -> given.substring(BEARER.length()).strip()),
                exchange.requestHeader("webhook-id"),
                signature(exchange),
                exchange.hops(),
                exchange.jsonBytes(),
                payload);
        StartedWork work = triggers.call(exchange.caller(), exchange.path("address"), request);
        exchange.json(202, Map.of("id", work.id()));
    }

    private static Optional<TriggerRequest.Signature> signature(Exchange exchange) {
        Optional<String> timestamp = exchange.requestHeader("webhook-timestamp");
        Optional<String> signatures = exchange.requestHeader("webhook-signature");
        return timestamp.isEmpty() || signatures.isEmpty()
                ? Optional.empty()
                : Optional.of(new TriggerRequest.Signature(timestamp.get(), signatures.get()));
    }
}
