package dev.guildhall.http.orchestration;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.guildhall.ports.webhook.EventPattern;
import dev.guildhall.ports.webhook.Webhook;
import dev.guildhall.ports.webhook.WebhookDelivery;
import dev.guildhall.ports.webhook.Webhooks;
import dev.guildhall.wire.json.EnumNames;
import dev.guildhall.wire.json.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The JSON of a webhook (webhooks-1). */
record WebhookJson(
        String id,
        String url,
        List<String> events,
        boolean enabled,
        String createdAt,
        @Nullable String failingSince,
        @Nullable String disabledAt) {
    static WebhookJson of(Webhook webhook) {
        return new WebhookJson(
                webhook.id().value(),
                webhook.url(),
                webhook.events().stream().map(EventPattern::value).toList(),
                webhook.isEnabled(),
                Json.timestamp(webhook.createdAt()),
                webhook.failingSince().map(Json::timestamp).orElse(null),
                webhook.disabledAt().map(Json::timestamp).orElse(null));
    }

    /** A new webhook with its secret, which no other response contains. */
    record CreatedJson(@JsonUnwrapped WebhookJson webhook, String secret) {
        static CreatedJson of(Webhooks.Created created) {
            return new CreatedJson(WebhookJson.of(created.webhook()), created.secret());
        }
    }

    /** A delivery with its tries (webhooks-9). */
    record DeliveryJson(
            String id,
            String event,
            String status,
            List<AttemptJson> attempts,
            String createdAt,
            @Nullable String nextAt) {
        static DeliveryJson of(WebhookDelivery delivery) {
            return new DeliveryJson(
                    delivery.id().value(),
                    delivery.event().wireName(),
                    EnumNames.of(delivery.status()),
                    delivery.attempts().stream().map(AttemptJson::of).toList(),
                    Json.timestamp(delivery.createdAt()),
                    delivery.nextAt().map(Json::timestamp).orElse(null));
        }
    }

    record AttemptJson(
            String at,
            @Nullable Integer status,
            long ms,
            @Nullable String error) {
        static AttemptJson of(WebhookDelivery.Attempt attempt) {
            return new AttemptJson(
                    Json.timestamp(attempt.at()),
                    attempt.status().orElse(null),
                    attempt.took().toMillis(),
                    attempt.error().orElse(null));
        }
    }
}
