package dev.guildhall.ports.webhook;

import dev.guildhall.ports.agent.Approval;
import dev.guildhall.ports.run.Runs;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.workflow.Workflow;
import java.time.Instant;

/** Driven port: writes the bodies of webhooks' requests, with resources as their {@code GET} shows them (webhooks-4). */
public interface WebhookBodies {
    /** What an event is about. */
    sealed interface Resource {
        /** A task that has ended. */
        record OfTask(Task task) implements Resource {}

        /** A workflow that has ended. */
        record OfWorkflow(Workflow workflow) implements Resource {}

        /** A test run that has ended. */
        record OfRun(Runs.Report report) implements Resource {}

        /** A call that waits, or has waited. */
        record OfApproval(Approval approval) implements Resource {}

        /** A webhook. */
        record OfWebhook(Webhook webhook) implements Resource {}
    }

    /**
     * The body, JSON in UTF-8; outputs of together more than {@value #MOST_OUTPUT} bytes are left out.
     *
     * @param at when it has happened
     */
    byte[] write(WebhookEvent event, Instant at, Resource resource);

    /** How many bytes of outputs a body has. */
    int MOST_OUTPUT = 256 * 1024;
}
