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
import java.util.Map;
import java.util.Optional;

/** Sends the request of a delivery, of which it first reads what the event is about. */
final class WebhookRequests {
    private static final String TOO_MANY_HOPS =
            "not sent: " + Webhook.MOST_HOPS + " deliveries to webhooks have led to it, one after the other";

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

    /**
     * The end of a try.
     *
     * @param reply the reply of the receiver, or why nothing was sent
     * @param isFinal whether a further try would end in the same way
     */
    record Result(WebhookSender.Reply reply, boolean isFinal) {}

    /** What an event is about, and how many deliveries to webhooks have led to it. */
    private record Subject(Resource resource, int hops) {}

    Result send(DueDelivery due, Duration timeout) {
        Webhook webhook = due.webhook();
        if (accounts.of(webhook.owner()).isEmpty()) {
            return unsent("the account of the webhook is disabled", false);
        }
        if (!isAllowed(webhook, due.delivery().event())) {
            return unsent("the API key that made the webhook has expired, or does not allow the event", false);
        }
        Optional<Subject> subject = subject(due.delivery());
        if (subject.isEmpty()) {
            return unsent("what the event is about does not exist any more", false);
        }
        if (subject.get().hops() >= Webhook.MOST_HOPS) {
            return unsent(TOO_MANY_HOPS, true);
        }
        return new Result(send(due, subject.get(), timeout), false);
    }

    private static Result unsent(String error, boolean isFinal) {
        return new Result(new WebhookSender.Reply(Optional.empty(), Optional.of(error)), isFinal);
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

    private WebhookSender.Reply send(DueDelivery due, Subject subject, Duration timeout) {
        WebhookDelivery delivery = due.delivery();
        byte[] body = bodies.write(delivery.event(), delivery.createdAt(), subject.resource());
        Map<String, String> headers =
                WebhookSignature.headers(due.secret(), delivery.id().value(), clock.instant(), body);
        headers.put(Webhook.HOPS, String.valueOf(subject.hops() + 1));
        return sender.send(due.webhook().url(), headers, body, timeout);
    }

    private Optional<Subject> subject(WebhookDelivery delivery) {
        String subject = delivery.subject();
        return switch (delivery.event()) {
            case TASK_COMPLETED, TASK_FAILED, TASK_CANCELLED ->
                stores.tasks()
                        .find(new TaskId(subject))
                        .map(task -> new Subject(
                                new Resource.OfTask(task), task.actor().hops()));
            case WORKFLOW_COMPLETED, WORKFLOW_FAILED, WORKFLOW_CANCELLED ->
                stores.workflows()
                        .find(new WorkflowId(subject))
                        .map(workflow -> new Subject(
                                new Resource.OfWorkflow(workflow),
                                workflow.actor().hops()));
            case RUN_COMPLETED, RUN_FAILED, RUN_CANCELLED ->
                stores.runs()
                        .find(new RunId(subject))
                        .map(run -> new Subject(new Resource.OfRun(report(run)), hops(Optional.of(run.taskId()))));
            case APPROVAL_REQUESTED ->
                stores.approvals()
                        .find(subject)
                        .map(StoredApproval::asked)
                        .map(asked -> new Subject(new Resource.OfApproval(asked), hops(asked.taskId())));
            case WEBHOOK_DISABLED, WEBHOOK_TEST ->
                stores.webhooks()
                        .find(new WebhookId(subject))
                        .map(webhook -> new Subject(new Resource.OfWebhook(webhook), 0));
        };
    }

    private int hops(Optional<TaskId> task) {
        return task.flatMap(stores.tasks()::find)
                .map(found -> found.actor().hops())
                .orElse(0);
    }

    private Runs.Report report(Run run) {
        Instant now = clock.instant();
        return new Runs.Report(run, stores.runs().tests(run.id()), RunLifecycle.duration(run, now));
    }
}
