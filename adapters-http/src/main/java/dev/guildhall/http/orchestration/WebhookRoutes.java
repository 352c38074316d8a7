package dev.guildhall.http.orchestration;

import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.ports.webhook.DeliveryId;
import dev.guildhall.ports.webhook.EventPattern;
import dev.guildhall.ports.webhook.Webhook;
import dev.guildhall.ports.webhook.WebhookChange;
import dev.guildhall.ports.webhook.WebhookId;
import dev.guildhall.ports.webhook.Webhooks;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Webhooks over HTTP (webhooks-1 to webhooks-10). */
public final class WebhookRoutes {
    private static final RequestReader<List<EventPattern>> EVENTS =
            RequestReader.list(RequestReader.text(EventPattern::new), Webhook.MOST_EVENTS);

    private final Webhooks webhooks;

    public WebhookRoutes(Webhooks webhooks) {
        this.webhooks = webhooks;
    }

    public List<Route> routes() {
        return List.of(
                Route.post("/webhooks", Access.BEARER, this::create),
                Route.get("/webhooks", Access.BEARER, this::list),
                Route.get("/webhooks/{webhookId}", Access.BEARER, this::find),
                Route.patch("/webhooks/{webhookId}", Access.BEARER, this::change),
                Route.delete("/webhooks/{webhookId}", Access.BEARER, this::delete),
                Route.get("/webhooks/{webhookId}/deliveries", Access.BEARER, this::deliveries),
                Route.post("/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver", Access.BEARER, this::redeliver),
                Route.post("/webhooks/{webhookId}/test", Access.BEARER, this::test));
    }

    private void create(Exchange exchange) {
        JsonBody body = exchange.body();
        Supplier<String> url = body.required("url", RequestReader.text());
        Supplier<List<EventPattern>> events = body.required("events", EVENTS);
        body.check();
        Webhooks.Created created = webhooks.create(exchange.caller(), url.get(), events.get());
        exchange.secretJson(201, WebhookJson.CreatedJson.of(created));
    }

    private void list(Exchange exchange) {
        exchange.json(
                200, Json.page("webhooks", webhooks.list(exchange.caller(), exchange.page("whk")), WebhookJson::of));
    }

    private void find(Exchange exchange) {
        exchange.json(200, WebhookJson.of(webhooks.find(exchange.caller(), id(exchange))));
    }

    private void change(Exchange exchange) {
        WebhookId id = id(exchange);
        JsonBody body = exchange.body();
        Supplier<Optional<String>> url = body.replacement("url", RequestReader.text());
        Supplier<Optional<List<EventPattern>>> events = body.replacement("events", EVENTS);
        Supplier<Optional<Boolean>> enabled = body.replacement("enabled", RequestReader.flag());
        body.check();
        WebhookChange change = new WebhookChange(url.get(), events.get(), enabled.get());
        exchange.json(200, WebhookJson.of(webhooks.change(exchange.caller(), id, change)));
    }

    private void delete(Exchange exchange) {
        webhooks.delete(exchange.caller(), id(exchange));
        exchange.noContent();
    }

    private void deliveries(Exchange exchange) {
        exchange.json(
                200,
                Json.page(
                        "deliveries",
                        webhooks.deliveries(exchange.caller(), id(exchange), exchange.page("dlv")),
                        WebhookJson.DeliveryJson::of));
    }

    private void redeliver(Exchange exchange) {
        DeliveryId delivery = exchange.pathId("deliveryId", "delivery", DeliveryId::new);
        exchange.json(202, WebhookJson.DeliveryJson.of(webhooks.redeliver(exchange.caller(), id(exchange), delivery)));
    }

    private void test(Exchange exchange) {
        exchange.json(202, WebhookJson.DeliveryJson.of(webhooks.test(exchange.caller(), id(exchange))));
    }

    private static WebhookId id(Exchange exchange) {
        return exchange.pathId("webhookId", "webhook", WebhookId::new);
    }
}
