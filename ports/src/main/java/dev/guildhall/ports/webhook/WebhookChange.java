package dev.guildhall.ports.webhook;

import java.util.List;
import java.util.Optional;

/**
 * A change of a webhook; absent fields stay as they are.
 *
 * @param enabled false stops its requests; what waits is sent when it is true again, unless it is too old by then
 */
public record WebhookChange(Optional<String> url, Optional<List<EventPattern>> events, Optional<Boolean> enabled) {}
