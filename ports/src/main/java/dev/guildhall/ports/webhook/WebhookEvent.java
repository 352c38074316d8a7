package dev.guildhall.ports.webhook;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a webhook can be told (webhooks-2). */
public enum WebhookEvent {
    /** A task has completed. */
    TASK_COMPLETED("task.completed", "orchestration"),
    /** A task has failed. */
    TASK_FAILED("task.failed", "orchestration"),
    /** A task was cancelled. */
    TASK_CANCELLED("task.cancelled", "orchestration"),
    /** Every step of a workflow has completed. */
    WORKFLOW_COMPLETED("workflow.completed", "orchestration"),
    /** A workflow has failed. */
    WORKFLOW_FAILED("workflow.failed", "orchestration"),
    /** A workflow was cancelled. */
    WORKFLOW_CANCELLED("workflow.cancelled", "orchestration"),
    /** A test run has completed. */
    RUN_COMPLETED("run.completed", "runs"),
    /** A test run has failed. */
    RUN_FAILED("run.failed", "runs"),
    /** A test run was cancelled. */
    RUN_CANCELLED("run.cancelled", "runs"),
    /** A call of a tool waits for the approval of its user. */
    APPROVAL_REQUESTED("approval.requested", "agent"),
    /** The server has disabled another webhook of the same owner. */
    WEBHOOK_DISABLED("webhook.disabled", "orchestration"),
    /** The owner tests the webhook; no webhook subscribes to it. */
    WEBHOOK_TEST("webhook.test", "orchestration");

    private final String wireName;
    private final String service;

    WebhookEvent(String wireName, String service) {
        this.wireName = wireName;
        this.service = service;
    }

    /** The name in requests and responses. */
    public String wireName() {
        return wireName;
    }

    /** The service that an API key needs, so that a webhook made with the key is told this event (keys-6). */
    public String service() {
        return service;
    }

    /** The event of that name; empty when there is none. */
    public static Optional<WebhookEvent> fromWire(String name) {
        return Arrays.stream(values())
                .filter(event -> event.wireName.equals(name))
                .findFirst();
    }

    /**
     * The event of a final status of a task, a workflow or a run.
     *
     * @param family {@code task}, {@code workflow} or {@code run}
     * @throws IllegalArgumentException when there is no such event
     */
    public static WebhookEvent of(String family, Enum<?> status) {
        String name = family + "." + status.name().toLowerCase(Locale.ROOT);
        return fromWire(name).orElseThrow(() -> new IllegalArgumentException("there is no event " + name));
    }
}
