package dev.guildhall.ports.webhook;

import dev.guildhall.ports.Id;

/**
 * Names one webhook, {@code whk_…}.
 *
 * @param value as {@link Id#value()}
 */
public record WebhookId(String value) implements Id {
    public WebhookId {
        Id.require("webhookId", value);
    }
}
