package dev.guildhall.ports.webhook;

import dev.guildhall.ports.Id;

/**
 * Names one delivery, {@code dlv_…}: the {@code webhook-id} of its requests, the same at each try (webhooks-4).
 *
 * @param value as {@link Id#value()}
 */
public record DeliveryId(String value) implements Id {
    public DeliveryId {
        Id.require("deliveryId", value);
    }
}
