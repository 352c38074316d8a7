package dev.guildhall.core.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.guildhall.core.Core;
import dev.guildhall.ports.AllowedTools;
import dev.guildhall.ports.ApiKeyId;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Limit;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.TaskProblem;
import dev.guildhall.ports.webhook.DeliveryId;
import dev.guildhall.ports.webhook.EventPattern;
import dev.guildhall.ports.webhook.Webhook;
import dev.guildhall.ports.webhook.WebhookBodies;
import dev.guildhall.ports.webhook.WebhookChange;
import dev.guildhall.ports.webhook.WebhookDelivery;
import dev.guildhall.ports.webhook.WebhookDelivery.Attempt;
import dev.guildhall.ports.webhook.WebhookDelivery.Status;
import dev.guildhall.ports.webhook.WebhookEvent;
import dev.guildhall.ports.webhook.WebhookId;
import dev.guildhall.ports.webhook.WebhookSender;
import dev.guildhall.ports.webhook.Webhooks;
import dev.guildhall.ports.workflow.StepSpec;
import dev.guildhall.testkit.ManualTicker;
import dev.guildhall.testkit.Sample;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A core whose callers run its work, with receivers that answer as the test says. */
class WebhooksTest {
    private static final PageRequest EVERYTHING = new PageRequest(new Limit(Limit.MAX), Optional.empty());

    /** A request to a receiver. */
    private record Sent(String url, Map<String, String> headers, String body, Instant at) {
        String id() {
            return headers.get("webhook-id");
        }
    }

    private static final class Receivers implements WebhookSender, WebhookBodies {
        private final ManualTicker time;
        private final List<Sent> sent = new ArrayList<>();
        private int status = 200;

        Receivers(ManualTicker time) {
            this.time = time;
        }

        @Override
        public Optional<String> fault(String url) {
            return url.contains("inside") ? Optional.of("must not be inside") : Optional.empty();
        }

        @Override
        public Reply send(String url, Map<String, String> headers, byte[] body, Duration timeout) {
            sent.add(new Sent(url, headers, new String(body, StandardCharsets.UTF_8), time.instant()));
            Optional<String> error = status < 300 ? Optional.empty() : Optional.of("status " + status);
            return new Reply(Optional.of(status), error);
        }

        @Override
        public byte[] write(WebhookEvent event, Instant at, Resource resource) {
            return (event.wireName() + " " + resource.getClass().getSimpleName()).getBytes(StandardCharsets.UTF_8);
        }
    }

    private final ManualTicker time = new ManualTicker(Sample.NOW);
    private final Receivers receivers = new Receivers(time);
    private final Core core =
            Core.of(parts -> parts.clock(time).ticker(time).callersRun().webhooks(receivers, receivers));
    private final Caller.User ada = core.user("test", "ada");
    private final Webhooks webhooks = core.webhooks();

    @AfterEach
    void close() {
        core.close();
    }

    private static List<EventPattern> events(String... names) {
        return Arrays.stream(names).map(EventPattern::new).toList();
    }

    private Webhook created(String... events) {
        return webhooks.create(ada, "https://example.org/hook", events(events)).webhook();
    }

    private void echo() {
        core.tasks().submit(ada, "echo", Map.of());
        core.runDue();
    }

    private List<WebhookDelivery> deliveries(Webhook webhook) {
        return webhooks.deliveries(ada, webhook.id(), EVERYTHING).items();
    }

    private void pass(Duration duration) {
        time.advance(duration);
        core.runDue();
    }

    private static void refuses(Runnable call, Problem problem) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.problem()).isEqualTo(problem));
    }

    @Test
    void the_end_of_a_task_is_sent_at_once_with_a_signature() {
        Webhooks.Created created = webhooks.create(ada, "https://example.org/hook", events("task.completed"));

        echo();

        Sent sent = receivers.sent.getFirst();
        WebhookDelivery delivery = deliveries(created.webhook()).getFirst();
        assertThat(receivers.sent).hasSize(1);
        assertThat(sent.url()).isEqualTo("https://example.org/hook");
        assertThat(sent.body()).isEqualTo("task.completed OfTask");
        assertThat(sent.headers())
                .containsEntry(Webhook.HOPS, "1")
                .containsAllEntriesOf(WebhookSignature.headers(
                        created.secret(),
                        delivery.id().value(),
                        sent.at(),
                        sent.body().getBytes(StandardCharsets.UTF_8)));
        assertThat(delivery.status()).isEqualTo(Status.DELIVERED);
    }

    @Test
    void a_failed_delivery_is_tried_eight_times_with_one_identifier() {
        Webhook webhook = created("task.*");
        receivers.status = 500;

        echo();
        List<Duration> pauses = WebhookLimits.DEFAULT.pauses();
        for (Duration pause : pauses) {
            pass(pause.minusMillis(1));
            pass(Duration.ofMillis(1));
        }
        pass(Duration.ofDays(1));

        WebhookDelivery delivery = deliveries(webhook).getFirst();
        assertThat(pauses)
                .containsExactly(
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(30),
                        Duration.ofMinutes(5),
                        Duration.ofMinutes(30),
                        Duration.ofHours(2),
                        Duration.ofHours(8),
                        Duration.ofHours(24));
        assertThat(IntStream.range(0, 7)
                        .mapToObj(i -> Duration.between(
                                receivers.sent.get(i).at(),
                                receivers.sent.get(i + 1).at()))
                        .toList())
                .isEqualTo(pauses);
        assertThat(receivers.sent).hasSize(8);
        assertThat(receivers.sent.stream().map(Sent::id).distinct())
                .containsExactly(delivery.id().value());
        assertThat(delivery.status()).isEqualTo(Status.FAILED);
        assertThat(delivery.attempts()).extracting(Attempt::error).containsOnly(Optional.of("status 500"));
        assertThat(delivery.nextAt()).isEmpty();
    }

    @Test
    void work_that_deliveries_have_led_to_counts_them_and_the_ninth_is_not_sent() {
        Webhook webhook = created("task.*", "workflow.*");

        core.tasks().submit(ada.afterHops(7), "echo", Map.of());
        core.runDue();
        core.workflows().start(ada.afterHops(7), "w", List.of(StepSpec.of("a", "echo")), Optional.empty());
        core.runDue();
        core.tasks().submit(ada.afterHops(8), "echo", Map.of());
        core.runDue();
        pass(Duration.ofDays(2));

        assertThat(receivers.sent).hasSize(3);
        assertThat(receivers.sent).allSatisfy(sent -> assertThat(sent.headers()).containsEntry(Webhook.HOPS, "8"));
        WebhookDelivery last = deliveries(webhook).getFirst();
        assertThat(last.status()).isEqualTo(Status.FAILED);
        assertThat(last.attempts()).hasSize(1);
        assertThat(last.attempts().getFirst().error().orElseThrow()).contains("8 deliveries");
    }

    @Test
    void a_webhook_is_disabled_after_three_days_without_success_and_others_are_told() {
        Webhook failing = created("task.*");
        receivers.status = 500;
        echo();
        Webhook told = created("webhook.disabled");
        pass(Duration.ofDays(3).minusSeconds(1));
        echo();
        boolean isEnabledBefore = webhooks.find(ada, failing.id()).isEnabled();

        receivers.status = 404;
        pass(Duration.ofSeconds(6));
        receivers.status = 200;
        pass(Duration.ofSeconds(6));
        echo();

        assertThat(isEnabledBefore).isTrue();
        assertThat(webhooks.find(ada, failing.id()).disabledAt()).isPresent();
        assertThat(webhooks.find(ada, failing.id()).failingSince()).contains(Sample.NOW);
        assertThat(deliveries(told))
                .extracting(WebhookDelivery::event, WebhookDelivery::subject, WebhookDelivery::status)
                .containsExactly(
                        tuple(WebhookEvent.WEBHOOK_DISABLED, failing.id().value(), Status.DELIVERED));
        assertThat(deliveries(failing)).hasSize(2);
    }

    @Test
    void a_success_begins_the_three_days_again() {
        Webhook webhook = created("task.*");
        receivers.status = 500;
        echo();
        receivers.status = 200;
        pass(Duration.ofSeconds(5));
        receivers.status = 500;
        pass(Duration.ofDays(4));
        echo();

        assertThat(webhooks.find(ada, webhook.id()).isEnabled()).isTrue();
        assertThat(webhooks.find(ada, webhook.id()).failingSince()).contains(time.instant());
    }

    @Test
    void a_receiver_that_is_gone_is_disabled_at_once() {
        Webhook webhook = created("task.*");
        receivers.status = 410;

        echo();

        assertThat(webhooks.find(ada, webhook.id()).isEnabled()).isFalse();
    }

    @Test
    void what_waits_is_sent_when_the_webhook_is_enabled_again() {
        Webhook webhook = created("task.*");
        receivers.status = 410;
        echo();
        pass(Duration.ofHours(1));
        refuses(
                () -> webhooks.test(ada, webhook.id()),
                new CommonProblem.Conflict("the webhook is disabled; enable it first"));

        receivers.status = 200;
        webhooks.change(ada, webhook.id(), new WebhookChange(Optional.empty(), Optional.empty(), Optional.of(true)));
        core.runDue();

        assertThat(receivers.sent).hasSize(2);
        assertThat(deliveries(webhook).getFirst().status()).isEqualTo(Status.DELIVERED);
    }

    @Test
    void a_test_and_a_second_delivery_are_sent_at_once() {
        Webhook webhook = created("run.*");

        WebhookDelivery test = webhooks.test(ada, webhook.id());
        core.runDue();
        webhooks.redeliver(ada, webhook.id(), test.id());
        core.runDue();

        assertThat(receivers.sent).extracting(Sent::body).containsOnly("webhook.test OfWebhook");
        assertThat(receivers.sent)
                .extracting(Sent::id)
                .containsExactly(test.id().value(), test.id().value());
        assertThat(deliveries(webhook).getFirst().attempts()).hasSize(2);
        refuses(
                () -> webhooks.redeliver(ada, webhook.id(), new DeliveryId("dlv_none")),
                new CommonProblem.NotFound("delivery"));
    }

    @Test
    void another_user_sees_no_webhook() {
        Webhook webhook = created("task.*");
        Caller.User eve = core.user("test", "eve");
        List<Runnable> calls = List.of(
                () -> webhooks.find(eve, webhook.id()),
                () -> webhooks.delete(eve, webhook.id()),
                () -> webhooks.test(eve, webhook.id()),
                () -> webhooks.deliveries(eve, webhook.id(), EVERYTHING),
                () -> webhooks.redeliver(eve, webhook.id(), new DeliveryId("dlv_1")),
                () -> webhooks.change(
                        eve, webhook.id(), new WebhookChange(Optional.empty(), Optional.empty(), Optional.empty())));

        calls.forEach(call -> refuses(call, new CommonProblem.NotFound("webhook")));

        assertThat(webhooks.list(eve, EVERYTHING).items()).isEmpty();
        assertThat(webhooks.list(ada, EVERYTHING).items()).containsExactly(webhook);
        refuses(() -> webhooks.find(ada, new WebhookId("whk_1")), new CommonProblem.NotFound("webhook"));
    }

    @Test
    void a_user_has_at_most_a_hundred() {
        IntStream.range(0, Webhooks.MOST).forEach(i -> created("task.*"));

        refuses(() -> created("task.*"), new TaskProblem.TooManyWebhooks(Webhooks.MOST));

        webhooks.delete(ada, webhooks.list(ada, EVERYTHING).items().getFirst().id());
        assertThat(created("task.*").isEnabled()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "ftp://example.org",
                "https://ada:pw@example.org/",
                "https:///path",
                "not an address",
                "https://inside.example/",
                "http://localhost:8080/api/v1/webhooks",
                "http://LOCALHOST:8080"
            })
    void an_address_that_is_not_allowed_is_refused(String url) {
        assertThatThrownBy(() -> webhooks.create(ada, url, events("task.*")))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> assertThat(refusal.problem().message()).startsWith("url: "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "*", "task", "task.started", "approval.*", "webhook.test", "TASK.*"})
    void an_event_that_does_not_exist_is_refused(String event) {
        assertThatThrownBy(() -> events(event))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> assertThat(refusal.problem().message()).startsWith("events: "));
    }

    @Test
    void a_key_makes_webhooks_for_the_events_of_its_services() {
        Caller.Key key = new Caller.Key(
                new ApiKeyId("key_1"),
                ada.userId(),
                Optional.of(Set.of("orchestration")),
                Optional.empty(),
                Caller.Key.Limits.NONE);
        Caller.User caller = new Caller.User(
                ada.userId(),
                ada.profileId(),
                ada.sessionId(),
                ada.roles(),
                Optional.<AllowedTools>empty(),
                Optional.of(key));

        refuses(
                () -> webhooks.create(caller, "https://example.org", events("task.*", "run.failed")),
                new CommonProblem.Forbidden("events[1]: the API key does not allow the service runs"));
    }
}
