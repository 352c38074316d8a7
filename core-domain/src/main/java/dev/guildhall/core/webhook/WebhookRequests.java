package dev.guildhall.core.webhook;

import dev.guildhall.core.account.AccountRoles;
import dev.guildhall.core.run.RunLifecycle;
import dev.guildhall.ports.ApiKeyId;
import dev.guildhall.ports.apikey.LiveApiKey;
import dev.guildhall.ports.approval.StoredApproval;
import dev.guildhall.ports.run.Run;
import dev.guildhall.ports.run.RunId;
import dev.guildhall.ports.run.Runs;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.webhook.DueDelivery;
import dev.guildhall.ports.webhook.Webhook;
import dev.guildhall.ports.webhook.WebhookBodies;
import dev.guildhall.ports.webhook.WebhookBodies.Resource;
import dev.guildhall.ports.webhook.WebhookDelivery;
import dev.guildhall.ports.webhook.WebhookEvent;
import dev.guildhall.ports.webhook.WebhookId;
import dev.guildhall.ports.webhook.WebhookSender;
import dev.guildhall.ports.workflow.WorkflowId;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** Sends the request of a delivery, of which it first reads what the event is about. */
final class WebhookRequests {
    private final InstantSource clock;
    private final Stores stores;
    private final AccountRoles accounts;
    private final WebhookSender sender;
    private final WebhookBodies bodies;

    WebhookRequests(
            InstantSource clock, Stores stores, AccountRoles accounts, WebhookSender sender, WebhookBodies bodies) {
        this.clock = clock;
        this.stores = stores;
        this.accounts = accounts;
        this.sender = sender;
        this.bodies = bodies;
    }

    WebhookSender.Reply send(DueDelivery due, Duration timeout) {
        Webhook webhook = due.webhook();
        if (accounts.of(webhook.owner()).isEmpty()) {
            return failure("the account of the webhook is disabled");
        }
        if (!isAllowed(webhook, due.delivery().event())) {
            return failure("the API key that made the webhook has expired, or does not allow the event");
        }
        return resource(due.delivery())
                .map(resource -> send(due, resource, timeout))
                .orElseGet(() -> failure("what the event is about does not exist any more"));
    }

    private static WebhookSender.Reply failure(String error) {
        return new WebhookSender.Reply(Optional.empty(), Optional.of(error));
    }

    private boolean isAllowed(Webhook webhook, WebhookEvent event) {
        Optional<ApiKeyId> key = webhook.keyId();
        return key.isEmpty()
                || stores.apiKeys().live(List.of(key.get()), clock.instant()).stream()
                        .map(LiveApiKey::ofCaller)
                        .anyMatch(live -> live.services()
                                .map(allowed -> allowed.contains(event.service()))
                                .orElse(true));
    }

    private WebhookSender.Reply send(DueDelivery due, Resource resource, Duration timeout) {
        WebhookDelivery delivery = due.delivery();
        byte[] body = bodies.write(delivery.event(), delivery.createdAt(), resource);
        return sender.send(
                due.webhook().url(),
                WebhookSignature.headers(due.secret(), delivery.id().value(), clock.instant(), body),
                body,
                timeout);
    }

    private Optional<? extends Resource> resource(WebhookDelivery delivery) {
        String subject = delivery.subject();
        return switch (delivery.event()) {
            case TASK_COMPLETED, TASK_FAILED, TASK_CANCELLED ->
                stores.tasks().find(new TaskId(subject)).map(Resource.OfTask::new);
            case WORKFLOW_COMPLETED, WORKFLOW_FAILED, WORKFLOW_CANCELLED ->
                stores.workflows().find(new WorkflowId(subject)).map(Resource.OfWorkflow::new);
            case RUN_COMPLETED, RUN_FAILED, RUN_CANCELLED ->
                stores.runs().find(new RunId(subject)).map(run -> new Resource.OfRun(report(run)));
            case APPROVAL_REQUESTED ->
                stores.approvals().find(subject).map(StoredApproval::asked).map(Resource.OfApproval::new);
            case WEBHOOK_DISABLED, WEBHOOK_TEST ->
                stores.webhooks().find(new WebhookId(subject)).map(Resource.OfWebhook::new);
        };
    }

    private Runs.Report report(Run run) {
        Instant now = clock.instant();
        return new Runs.Report(run, stores.runs().tests(run.id()), RunLifecycle.duration(run, now));
    }
}
