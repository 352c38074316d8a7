package dev.guildhall.ports.webhook;

import dev.guildhall.ports.problem.Refusal;
import java.util.Set;

/**
 * What a webhook subscribes to: the name of an event, or {@code task.*}, {@code workflow.*} or {@code run.*} for all events
 * of these.
 *
 * @param value as in requests and responses
 */
public record EventPattern(String value) {
    private static final Set<String> FAMILIES = Set.of("task.*", "workflow.*", "run.*");

    /** Refuses with {@code CommonProblem.Invalid} what is no such name. */
    public EventPattern {
        boolean isEvent = WebhookEvent.fromWire(value)
                .filter(event -> event != WebhookEvent.WEBHOOK_TEST)
                .isPresent();
        if (!isEvent && !FAMILIES.contains(value)) {
            throw Refusal.invalid(
                    "events",
                    "must be task.*, workflow.*, run.*, one of their events completed, failed and cancelled,"
                            + " approval.requested or webhook.disabled");
        }
    }

    /** Whether the event is one of these. */
    public boolean matches(WebhookEvent event) {
        return value.equals(event.wireName()) || value.equals(family(event));
    }

    /** The pattern of all events of the same kind, such as {@code task.*}. */
    public static String family(WebhookEvent event) {
        String name = event.wireName();
        return name.substring(0, name.indexOf('.')) + ".*";
    }
}
