package dev.guildhall.core.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.apikey.ApiKeyName;
import dev.guildhall.ports.apikey.ApiKeyScope;
import dev.guildhall.ports.apikey.NewApiKey;
import dev.guildhall.ports.schedule.CatchUp;
import dev.guildhall.ports.schedule.Overlap;
import dev.guildhall.ports.schedule.ScheduleDefinition;
import dev.guildhall.ports.schedule.ScheduleId;
import dev.guildhall.ports.schedule.Timing;
import dev.guildhall.ports.start.Start;
import dev.guildhall.ports.start.StartKind;
import dev.guildhall.ports.trigger.TriggerId;
import dev.guildhall.ports.webhook.EventPattern;
import dev.guildhall.ports.webhook.WebhookId;
import dev.guildhall.testkit.TestCore;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What an API key has made ends with it. */
class ExpiredKeysTest {
    private static final Start ECHO = new Start(StartKind.TASK, Map.of("type", "echo"));

    @AutoClose
    private final TestCore test = new TestCore(parts -> parts);

    private final Caller.User ada = test.core().user("tests", "ada");

    private Caller.User keyThatLasts(Duration time) {
        NewApiKey wanted = new NewApiKey(
                new ApiKeyName("nightly"), Optional.of(test.now().plus(time)), ApiKeyScope.ALL, Caller.Key.Limits.NONE);
        Caller.Key key = new Caller.Key(
                test.core().apiKeys().create(ada, wanted).key().key().id(),
                ada.userId(),
                Optional.empty(),
                Optional.empty(),
                Caller.Key.Limits.NONE);
        return new Caller.User(
                ada.userId(), ada.profileId(), ada.sessionId(), ada.roles(), Optional.empty(), Optional.of(key));
    }

    private WebhookId webhook(Caller.User owner) {
        return test.core()
                .webhooks()
                .create(owner, "https://example.org/hook", List.of(new EventPattern("task.*")))
                .webhook()
                .id();
    }

    private ScheduleId schedule(Caller.User owner) {
        Timing daily = new Timing.Every(Duration.ofDays(1));
        return test.core()
                .schedules()
                .create(
                        owner,
                        new ScheduleDefinition(
                                "Nightly", daily, ZoneId.of("UTC"), Overlap.SKIP, CatchUp.NONE, ECHO, true))
                .id();
    }

    private TriggerId trigger(Caller.User owner) {
        return test.core().triggers().create(owner, "Orders", ECHO).trigger().id();
    }

    private static void isGone(ThrowingCallable call) {
        assertThatThrownBy(call).hasMessageContaining("NotFound");
    }

    @Test
    void what_an_expired_key_has_made_is_neither_listed_nor_found_and_the_rest_is() {
        Caller.User brief = keyThatLasts(Duration.ofHours(1));
        WebhookId webhook = webhook(brief);
        ScheduleId schedule = schedule(brief);
        TriggerId trigger = trigger(brief);
        List<Object> others = List.of(webhook(ada), schedule(ada), trigger(ada));
        boolean wasThere = test.core().webhooks().find(ada, webhook).isEnabled()
                && test.core().schedules().find(ada, schedule).definition().enabled()
                && test.core().triggers().find(ada, trigger).name().equals("Orders");

        test.advance(Duration.ofHours(1).plusSeconds(1));

        PageRequest first = PageRequest.first();
        assertThat(wasThere).isTrue();
        assertThat(test.core().webhooks().list(ada, first).items())
                .extracting(one -> (Object) one.id())
                .containsExactly(others.get(0));
        assertThat(test.core().schedules().list(ada, first).items())
                .extracting(one -> (Object) one.id())
                .containsExactly(others.get(1));
        assertThat(test.core().triggers().list(ada, first).items())
                .extracting(one -> (Object) one.id())
                .containsExactly(others.get(2));
        isGone(() -> test.core().webhooks().find(ada, webhook));
        isGone(() -> test.core().schedules().find(ada, schedule));
        isGone(() -> test.core().triggers().find(ada, trigger));
    }
}
