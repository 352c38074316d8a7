package dev.guildhall.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.ApiKeyId;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Limit;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.apikey.ApiKey;
import dev.guildhall.ports.apikey.ApiKeyHash;
import dev.guildhall.ports.apikey.ApiKeyName;
import dev.guildhall.ports.apikey.ApiKeyScope;
import dev.guildhall.ports.agent.Chat;
import dev.guildhall.ports.approval.StoredApproval;
import dev.guildhall.ports.run.Outcome;
import dev.guildhall.ports.run.Run;
import dev.guildhall.ports.run.RunState;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.webhook.DeliveryId;
import dev.guildhall.ports.webhook.DueDelivery;
import dev.guildhall.ports.webhook.EventPattern;
import dev.guildhall.ports.webhook.Webhook;
import dev.guildhall.ports.webhook.WebhookChange;
import dev.guildhall.ports.webhook.WebhookDelivery;
import dev.guildhall.ports.webhook.WebhookDelivery.Attempt;
import dev.guildhall.ports.webhook.WebhookDelivery.Status;
import dev.guildhall.ports.webhook.WebhookEvent;
import dev.guildhall.ports.webhook.WebhookId;
import dev.guildhall.ports.webhook.WebhookStore;
import dev.guildhall.ports.webhook.WebhookStore.Claim;
import dev.guildhall.ports.webhook.WebhookStore.Settlement;
import dev.guildhall.ports.workflow.Workflow;
import dev.guildhall.ports.workflow.WorkflowStatus;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.agent.ApprovalStoreContract;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What every {@link WebhookStore} does, and what the other stores publish. */
public interface WebhookStoreContract {
    PageRequest EVERYTHING = new PageRequest(new Limit(Limit.MAX), Optional.empty());
    Duration LEASE = Duration.ofHours(1);
    int MANY = 1_000;

    Stores stores();

    private WebhookStore webhooks() {
        return stores().webhooks();
    }

    /** A new webhook. */
    static Webhook webhook(UserId owner, String... events) {
        return webhook(owner, Optional.empty(), events);
    }

    private static Webhook webhook(UserId owner, Optional<ApiKeyId> key, String... events) {
        return new Webhook(
                new WebhookId(Sample.id("whk")),
                owner,
                key,
                Optional.empty(),
                "https://example.org/hook?t=1",
                Arrays.stream(events).map(EventPattern::new).toList(),
                Sample.NOW,
                Optional.empty(),
                Optional.empty());
    }

    private Webhook added(UserId owner, String... events) {
        Webhook webhook = webhook(owner, events);
        webhooks().add(webhook, "whsec_" + webhook.id().value());
        return webhook;
    }

    private UserId someone() {
        return Given.someUser(stores());
    }

    private List<WebhookDelivery> deliveries(Webhook webhook) {
        return webhooks().deliveries(webhook.id(), EVERYTHING).items();
    }

    private List<WebhookEvent> events(Webhook webhook) {
        return deliveries(webhook).reversed().stream()
                .map(WebhookDelivery::event)
                .toList();
    }

    private List<DueDelivery> claim(int ofEach, Map<WebhookId, Integer> others, UserId... owners) {
        List<UserId> wanted = List.of(owners);
        return webhooks().claim(new Claim(MANY, ofEach, others, MANY, Set.of(), LEASE)).stream()
                .filter(due -> wanted.contains(due.webhook().owner()))
                .toList();
    }

    private DueDelivery claimed(Webhook webhook) {
        return claim(MANY, Map.of(), webhook.owner()).getFirst();
    }

    private List<Webhook> settle(DueDelivery due, Optional<Duration> pause, Optional<String> error) {
        return webhooks().settle(List.of(new Settlement(due, attempt(error), pause)));
    }

    private static Attempt attempt(Optional<String> error) {
        return new Attempt(Sample.NOW, Optional.of(error.isPresent() ? 500 : 200), Duration.ofMillis(7), error);
    }

    @Test
    default void a_webhook_comes_back_as_it_was_stored() {
        UserId owner = someone();
        Webhook first = added(owner, "task.*", "approval.requested");
        Webhook second = added(owner, "webhook.disabled");
        WebhookChange change =
                new WebhookChange(Optional.of("http://b.example"), Optional.empty(), Optional.of(false));

        Webhook changed = first.with(change, Sample.NOW);
        webhooks().put(changed);

        assertThat(webhooks().find(first.id())).contains(changed);
        assertThat(webhooks().list(owner, EVERYTHING).items()).containsExactly(second, changed);
        assertThat(webhooks().count(owner)).isEqualTo(2);
        assertThat(stores().transactions().inTransaction(() -> webhooks().lock(second.id()))).contains(second);
        assertThat(webhooks().list(someone(), EVERYTHING).items()).isEmpty();
        assertThat(webhooks().find(new WebhookId(Sample.id("whk")))).isEmpty();
    }

    @Test
    default void an_event_is_delivered_to_the_webhooks_that_subscribe_to_it() {
        UserId owner = someone();
        Webhook failures = added(owner, "task.failed");
        Webhook all = added(owner, "task.*", "task.failed");
        Webhook disabled = added(owner, "task.*");
        Webhook foreign = added(someone(), "task.*");
        webhooks().disable(disabled.id());

        webhooks().publish(owner, WebhookEvent.TASK_FAILED, "task_1");
        webhooks().publish(owner, WebhookEvent.TASK_COMPLETED, "task_2");
        webhooks().publish(owner, WebhookEvent.RUN_FAILED, "run_1");

        assertThat(events(failures)).containsExactly(WebhookEvent.TASK_FAILED);
        assertThat(events(all)).containsExactly(WebhookEvent.TASK_FAILED, WebhookEvent.TASK_COMPLETED);
        assertThat(events(disabled)).isEmpty();
        assertThat(events(foreign)).isEmpty();
        assertThat(deliveries(failures).getFirst().subject()).isEqualTo("task_1");
        assertThat(deliveries(failures).getFirst().status()).isEqualTo(Status.PENDING);
    }

    @Test
    default void the_end_of_a_task_is_published_once_with_its_transition() {
        UserId owner = someone();
        Webhook webhook = added(owner, "task.*");
        Task task = stores().tasks()
                .enqueue(List.of(Sample.task(owner).build()), 0)
                .kept()
                .orElseThrow()
                .getFirst();

        stores().tasks().end(task.id(), new TaskState.Cancelled(), Optional.empty());
        stores().tasks().end(task.id(), new TaskState.Cancelled(), Optional.empty());

        assertThat(events(webhook)).containsExactly(WebhookEvent.TASK_CANCELLED);
        assertThat(deliveries(webhook).getFirst().subject())
                .isEqualTo(task.id().value());
    }

    @Test
    default void the_end_of_a_workflow_is_published_once_and_that_of_an_agent_task_is_not() {
        UserId owner = someone();
        Webhook webhook = added(owner, "workflow.*");
        Workflow workflow = Sample.workflow(owner).step("one").build();
        Workflow agentTask = Sample.workflow(owner).agentTask().build();
        stores().workflows().add(workflow);
        stores().workflows().add(agentTask);

        for (Workflow one : List.of(workflow, workflow, agentTask)) {
            stores().transactions().run(() -> {
                stores().workflows().lock(one.id());
                stores().workflows().update(one.id(), WorkflowStatus.FAILED, List.of());
            });
        }

        assertThat(events(webhook)).containsExactly(WebhookEvent.WORKFLOW_FAILED);
        assertThat(stores().workflows().find(workflow.id()).orElseThrow().completedAt())
                .isPresent();
    }

    @Test
    default void the_end_of_a_run_is_published_once() {
        UserId owner = someone();
        Webhook webhook = added(owner, "run.completed");
        Run run = Sample.run().startedBy(owner).build();
        stores().runs().add(run);

        stores().runs().end(run.id(), new RunState.Completed(Outcome.PASSED), Sample.NOW);
        stores().runs().end(run.id(), new RunState.Completed(Outcome.PASSED), Sample.NOW);

        assertThat(events(webhook)).containsExactly(WebhookEvent.RUN_COMPLETED);
        assertThat(deliveries(webhook).getFirst().subject())
                .isEqualTo(run.id().value());
    }

    @Test
    default void a_call_that_waits_is_published_and_found_again() {
        Chat chat = Given.someChat(stores());
        Webhook webhook = added(chat.userId(), "approval.requested");
        StoredApproval call = ApprovalStoreContract.call(chat, "c1");

        stores().approvals().suspend(ApprovalStoreContract.answer(chat), List.of(call));

        assertThat(events(webhook)).containsExactly(WebhookEvent.APPROVAL_REQUESTED);
        assertThat(stores().approvals().find(deliveries(webhook).getFirst().subject()))
                .contains(call);
        assertThat(stores().approvals().find("apr_none")).isEmpty();
    }

    @Test
    default void what_is_undone_is_not_published() {
        UserId owner = someone();
        Webhook webhook = added(owner, "task.*");

        Undone.after(stores(), () -> webhooks().publish(owner, WebhookEvent.TASK_FAILED, "task_1"));

        assertThat(deliveries(webhook)).isEmpty();
    }

    @Test
    default void a_delivery_that_is_due_is_claimed_once_with_the_secret() {
        Webhook webhook = added(someone(), "task.*");
        webhooks().publish(webhook.owner(), WebhookEvent.TASK_FAILED, "task_1");

        DueDelivery due = claimed(webhook);

        assertThat(due.webhook()).isEqualTo(webhook);
        assertThat(due.secret()).isEqualTo("whsec_" + webhook.id().value());
        assertThat(due.delivery().id()).isEqualTo(deliveries(webhook).getFirst().id());
        assertThat(due.tries()).isZero();
        assertThat(claim(MANY, Map.of(), webhook.owner())).isEmpty();
    }

    @Test
    default void of_each_webhook_no_more_are_claimed_than_asked_for() {
        Webhook slow = added(someone(), "task.*");
        Webhook fast = added(someone(), "task.*");
        Webhook busy = added(someone(), "task.*");
        Webhook disabled = added(someone(), "task.*");
        for (Webhook webhook : List.of(slow, fast, busy, disabled)) {
            for (int i = 0; i < 5; i++) {
                webhooks().publish(webhook.owner(), WebhookEvent.TASK_FAILED, "task_" + i);
            }
        }
        webhooks().disable(disabled.id());

        List<DueDelivery> due = claim(
                2,
                Map.of(fast.id(), 4, busy.id(), 0),
                slow.owner(),
                fast.owner(),
                busy.owner(),
                disabled.owner());

        assertThat(due).filteredOn(one -> one.webhook().equals(slow)).hasSize(2);
        assertThat(due).filteredOn(one -> one.webhook().equals(fast)).hasSize(4);
        assertThat(due).hasSize(6);
        assertThat(due.stream().map(one -> one.delivery().subject()))
                .containsOnly("task_0", "task_1", "task_2", "task_3");
    }

    @Test
    default void an_owner_gets_no_more_than_the_share_and_none_when_excepted() {
        UserId owner = someone();
        UserId other = someone();
        for (int i = 0; i < 3; i++) {
            added(owner, "task.*");
        }
        added(other, "task.*");
        webhooks().publish(owner, WebhookEvent.TASK_FAILED, "task_1");
        webhooks().publish(other, WebhookEvent.TASK_FAILED, "task_1");

        List<DueDelivery> due = webhooks().claim(new Claim(MANY, MANY, Map.of(), 2, Set.of(other), LEASE));

        assertThat(due).filteredOn(one -> one.webhook().owner().equals(owner)).hasSize(2);
        assertThat(due).noneMatch(one -> one.webhook().owner().equals(other));
    }

    @Test
    default void a_success_ends_a_delivery() {
        Webhook webhook = added(someone(), "task.*");
        webhooks().publish(webhook.owner(), WebhookEvent.TASK_FAILED, "task_1");

        assertThat(settle(claimed(webhook), Optional.empty(), Optional.empty())).isEmpty();

        WebhookDelivery ended = deliveries(webhook).getFirst();
        assertThat(ended.status()).isEqualTo(Status.DELIVERED);
        assertThat(ended.attempts()).containsExactly(attempt(Optional.empty()));
        assertThat(ended.nextAt()).isEmpty();
        assertThat(webhooks().find(webhook.id()).orElseThrow().failingSince()).isEmpty();
    }

    @Test
    default void a_failure_is_tried_again_after_a_pause_with_the_same_identifier() {
        Webhook webhook = added(someone(), "task.*");
        webhooks().publish(webhook.owner(), WebhookEvent.TASK_FAILED, "task_1");
        DueDelivery first = claimed(webhook);

        List<Webhook> failing = settle(first, Optional.of(Duration.ZERO), Optional.of("no"));
        DueDelivery second = claimed(webhook);
        settle(second, Optional.of(LEASE), Optional.of("no"));

        assertThat(failing).extracting(Webhook::failingSince).containsExactly(Optional.of(Sample.NOW));
        assertThat(second.delivery().id()).isEqualTo(first.delivery().id());
        assertThat(second.tries()).isEqualTo(1);
        assertThat(second.delivery().attempts()).containsExactly(attempt(Optional.of("no")));
        assertThat(claim(MANY, Map.of(), webhook.owner())).isEmpty();
        assertThat(deliveries(webhook).getFirst().status()).isEqualTo(Status.PENDING);
        assertThat(deliveries(webhook).getFirst().attempts()).hasSize(2);
    }

    @Test
    default void after_the_last_try_a_delivery_has_failed_until_it_is_sent_again() {
        Webhook webhook = added(someone(), "task.*");
        webhooks().publish(webhook.owner(), WebhookEvent.TASK_FAILED, "task_1");
        DueDelivery due = claimed(webhook);

        settle(due, Optional.empty(), Optional.of("no"));
        Status failed = deliveries(webhook).getFirst().status();
        Optional<WebhookDelivery> again =
                webhooks().redeliver(webhook.id(), due.delivery().id());
        settle(claimed(webhook), Optional.empty(), Optional.empty());

        assertThat(failed).isEqualTo(Status.FAILED);
        assertThat(again.orElseThrow().status()).isEqualTo(Status.PENDING);
        assertThat(deliveries(webhook).getFirst().status()).isEqualTo(Status.DELIVERED);
        assertThat(webhooks().find(webhook.id()).orElseThrow().failingSince()).isEmpty();
        assertThat(webhooks().redeliver(webhook.id(), new DeliveryId("dlv_none"))).isEmpty();
        assertThat(webhooks().redeliver(added(webhook.owner(), "task.*").id(), due.delivery().id()))
                .isEmpty();
    }

    @Test
    default void the_end_of_a_try_counts_once_and_not_when_the_delivery_was_claimed_again() {
        Webhook webhook = added(someone(), "task.*");
        webhooks().publish(webhook.owner(), WebhookEvent.TASK_FAILED, "task_1");
        DueDelivery old = claimed(webhook);

        webhooks().redeliver(webhook.id(), old.delivery().id());
        DueDelivery current = claimed(webhook);
        settle(old, Optional.empty(), Optional.empty());
        Status afterOld = deliveries(webhook).getFirst().status();
        settle(current, Optional.of(LEASE), Optional.of("no"));
        settle(current, Optional.of(LEASE), Optional.of("no"));

        assertThat(afterOld).isEqualTo(Status.PENDING);
        assertThat(deliveries(webhook).getFirst().attempts()).hasSize(1);
    }

    @Test
    default void a_delivery_that_was_not_sent_is_given_back_and_claimed_at_once() {
        Webhook webhook = added(someone(), "task.*");
        webhooks().publish(webhook.owner(), WebhookEvent.TASK_FAILED, "task_1");
        DueDelivery first = claimed(webhook);

        webhooks().giveBack(List.of(first));
        DueDelivery second = claimed(webhook);
        webhooks().giveBack(List.of(first));

        assertThat(second.tries()).isZero();
        assertThat(second.delivery().id()).isEqualTo(first.delivery().id());
        assertThat(second.delivery().attempts()).isEmpty();
        assertThat(claim(MANY, Map.of(), webhook.owner())).isEmpty();
    }

    @Test
    default void of_too_many_that_wait_those_fail_that_have_been_due_the_longest() {
        Webhook webhook = added(someone(), "task.*");
        Webhook other = added(someone(), "task.*");
        for (int i = 0; i < 5; i++) {
            webhooks().publish(webhook.owner(), WebhookEvent.TASK_FAILED, "task_" + i);
        }
        webhooks().publish(other.owner(), WebhookEvent.TASK_FAILED, "task_1");
        DueDelivery running = claim(1, Map.of(), webhook.owner()).getFirst();

        int failed = webhooks().failBeyond(3, "too \"many\"", MANY);
        int again = webhooks().failBeyond(3, "too \"many\"", MANY);
        settle(running, Optional.empty(), Optional.empty());

        List<WebhookDelivery> all = deliveries(webhook).reversed();
        assertThat(failed).isGreaterThanOrEqualTo(2);
        assertThat(again).isZero();
        assertThat(all).extracting(WebhookDelivery::status).filteredOn(Status.FAILED::equals).hasSize(2);
        assertThat(all.stream()
                        .filter(one -> one.status() == Status.FAILED)
                        .flatMap(one -> one.attempts().stream())
                        .map(Attempt::error))
                .containsExactly(Optional.of("too \"many\""), Optional.of("too \"many\""));
        assertThat(all.stream().filter(one -> one.status() == Status.DELIVERED).map(WebhookDelivery::id))
                .containsExactly(running.delivery().id());
        assertThat(deliveries(other).getFirst().status()).isEqualTo(Status.PENDING);
    }

    @Test
    default void a_webhook_is_disabled_once() {
        Webhook webhook = added(someone(), "task.*");

        assertThat(webhooks().disable(webhook.id())).isTrue();
        assertThat(webhooks().disable(webhook.id())).isFalse();

        assertThat(webhooks().find(webhook.id()).orElseThrow().isEnabled()).isFalse();
    }

    @Test
    default void a_removed_webhook_has_no_deliveries() {
        Webhook webhook = added(someone(), "task.*");
        Webhook other = added(webhook.owner(), "task.*");
        webhooks().publish(webhook.owner(), WebhookEvent.TASK_FAILED, "task_1");

        webhooks().remove(webhook.id());

        assertThat(webhooks().find(webhook.id())).isEmpty();
        assertThat(claim(MANY, Map.of(), webhook.owner()))
                .extracting(due -> due.webhook().id())
                .containsExactly(other.id());
    }

    @Test
    default void a_webhook_ends_with_the_key_that_made_it() {
        UserId owner = someone();
        ApiKey key = new ApiKey(
                new ApiKeyId(Sample.id("key")),
                owner,
                Optional.of(owner),
                new ApiKeyName("nightly job"),
                "gh_prefix",
                Sample.NOW,
                Optional.empty(),
                Optional.empty(),
                ApiKeyScope.ALL,
                Caller.Key.Limits.NONE);
        stores().apiKeys().add(key, new ApiKeyHash("hash of " + key.id().value()));
        Webhook webhook = webhook(owner, Optional.of(key.id()), "task.*");
        webhooks().add(webhook, "whsec_");
        webhooks().publish(owner, WebhookEvent.TASK_FAILED, "task_1");
        boolean isThere = webhooks().find(webhook.id()).equals(Optional.of(webhook));

        stores().apiKeys().remove(key.id());

        assertThat(isThere).isTrue();
        assertThat(webhooks().find(webhook.id())).isEmpty();
        assertThat(webhooks().list(owner, EVERYTHING).items()).isEmpty();
        assertThat(claim(MANY, Map.of(), owner)).isEmpty();
    }

    @Test
    default void old_deliveries_are_removed() {
        Webhook webhook = added(someone(), "task.*");
        webhooks().publish(webhook.owner(), WebhookEvent.TASK_FAILED, "task_1");
        Instant created = deliveries(webhook).getFirst().createdAt();

        webhooks().prune(created, MANY);
        int before = deliveries(webhook).size();
        webhooks().prune(created.plusSeconds(1), MANY);

        assertThat(before).isEqualTo(1);
        assertThat(deliveries(webhook)).isEmpty();
    }

    @Test
    default void webhooks_go_with_the_account_of_their_owner() {
        Webhook webhook = added(someone(), "task.*");
        webhooks().publish(webhook.owner(), WebhookEvent.TASK_FAILED, "task_1");

        stores().removeAccount(webhook.owner());
        boolean isGone = webhooks().find(webhook.id()).isEmpty();
        stores().erase(webhook.owner());

        assertThat(isGone).isTrue();
        assertThat(deliveries(webhook)).isEmpty();
    }
}
