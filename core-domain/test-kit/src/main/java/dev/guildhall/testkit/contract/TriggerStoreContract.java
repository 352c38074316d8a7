package dev.guildhall.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.Actor;
import dev.guildhall.ports.ApiKeyId;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Limit;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.apikey.ApiKey;
import dev.guildhall.ports.apikey.ApiKeyHash;
import dev.guildhall.ports.apikey.ApiKeyName;
import dev.guildhall.ports.apikey.ApiKeyScope;
import dev.guildhall.ports.start.Start;
import dev.guildhall.ports.start.StartFailure;
import dev.guildhall.ports.start.StartKind;
import dev.guildhall.ports.start.StartedWork;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.trigger.Trigger;
import dev.guildhall.ports.trigger.TriggerCall;
import dev.guildhall.ports.trigger.TriggerId;
import dev.guildhall.ports.trigger.TriggerSecret;
import dev.guildhall.ports.trigger.TriggerStore;
import dev.guildhall.testkit.Sample;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What every {@link TriggerStore} does. */
public interface TriggerStoreContract {
    int MOST = 1000;
    TriggerSecret SECRET = new TriggerSecret("whsec_AAAA");

    Stores stores();

    private TriggerStore triggers() {
        return stores().triggers();
    }

    private UserId someone() {
        return Given.someUser(stores());
    }

    /** A trigger that starts a task. */
    static Trigger trigger(UserId owner, Optional<ApiKeyId> key) {
        return new Trigger(
                new TriggerId(Sample.id("trg")),
                owner,
                new Actor(Sample.profile(owner).build().id(), key, Optional.empty()),
                "Orders",
                new Start(StartKind.TASK, Map.of("type", "echo", "input", Map.of("a", Map.of("$from", "trigger")))),
                Sample.id("address"),
                Sample.NOW,
                Sample.NOW);
    }

    private Trigger added(UserId owner) {
        Trigger trigger = trigger(owner, Optional.empty());
        assertThat(triggers().add(trigger, SECRET, MOST)).isTrue();
        return trigger;
    }

    private static TriggerCall started(int number) {
        String task = "task_" + number;
        return new TriggerCall(
                Sample.NOW.plusSeconds(number),
                Optional.of(new StartedWork(StartKind.TASK, task, Optional.of(new TaskId(task)))),
                Optional.empty());
    }

    @Test
    default void a_trigger_is_found_as_it_was_added() {
        UserId owner = someone();
        Trigger first = added(owner);
        Trigger second = added(owner);

        assertThat(triggers().find(first.id())).contains(first);
        assertThat(triggers().at(first.address())).contains(first);
        assertThat(triggers().secret(first.id())).contains(SECRET);
        PageRequest two = new PageRequest(new Limit(2), Optional.empty());
        assertThat(triggers().list(owner, two).items()).containsExactly(second, first);
        assertThat(triggers().list(someone(), two).items()).isEmpty();
        assertThat(triggers().at("nowhere")).isEmpty();
        assertThat(triggers().secret(new TriggerId("trg_none"))).isEmpty();
    }

    @Test
    default void a_user_has_no_more_triggers_than_the_most() throws Exception {
        UserId owner = someone();
        Callable<Boolean> add = () -> triggers().add(trigger(owner, Optional.empty()), SECRET, 3);

        List<Boolean> added = AtOnce.run(Collections.nCopies(8, add));

        assertThat(added).filteredOn(one -> one).hasSize(3);
    }

    @Test
    default void a_trigger_is_replaced_and_removed() {
        Trigger before = added(someone());
        Trigger after = new Trigger(
                before.id(),
                before.owner(),
                before.actor(),
                "Other",
                new Start(StartKind.WORKFLOW, Map.of("name", "x")),
                before.address(),
                before.createdAt(),
                Sample.NOW.plusSeconds(1));

        assertThat(triggers().replace(after)).isTrue();

        assertThat(triggers().find(before.id())).contains(after);
        assertThat(triggers().secret(before.id())).contains(SECRET);
        assertThat(triggers().remove(before.id())).isTrue();
        assertThat(triggers().remove(before.id())).isFalse();
        assertThat(triggers().replace(after)).isFalse();
        assertThat(triggers().at(before.address())).isEmpty();
    }

    @Test
    default void the_last_calls_are_kept() {
        TriggerId id = added(someone()).id();
        TriggerCall failed = new TriggerCall(
                Sample.NOW, Optional.empty(), Optional.of(new StartFailure("QUEUE_FULL", "the queue has no room")));

        IntStream.rangeClosed(1, TriggerStore.KEPT_CALLS).forEach(number -> triggers().addCall(id, started(number)));
        triggers().addCall(id, failed);
        triggers().addCall(new TriggerId("trg_none"), failed);

        List<TriggerCall> calls = triggers().calls(id);
        assertThat(calls).hasSize(TriggerStore.KEPT_CALLS).startsWith(failed, started(TriggerStore.KEPT_CALLS));
        assertThat(calls).doesNotContain(started(1));
    }

    @Test
    default void a_trigger_is_removed_with_its_key() {
        UserId owner = someone();
        ApiKeyId key = new ApiKeyId(Sample.id("key"));
        ApiKey made = new ApiKey(
                key,
                owner,
                Optional.of(owner),
                new ApiKeyName("nightly job"),
                "gh_prefix",
                Sample.NOW,
                Optional.empty(),
                Optional.empty(),
                ApiKeyScope.ALL,
                Caller.Key.Limits.NONE);
        stores().apiKeys().add(made, new ApiKeyHash("hash of " + key.value()));
        Trigger trigger = trigger(owner, Optional.of(key));
        triggers().add(trigger, SECRET, MOST);

        stores().apiKeys().remove(key);

        assertThat(triggers().find(trigger.id())).isEmpty();
        assertThat(triggers().at(trigger.address())).isEmpty();
    }

    @Test
    default void erasure_removes_the_triggers_of_a_user() {
        UserId owner = someone();
        Trigger gone = added(owner);
        Trigger stays = added(someone());
        triggers().addCall(gone.id(), started(1));

        stores().erase(owner);

        assertThat(triggers().find(gone.id())).isEmpty();
        assertThat(triggers().find(stays.id())).contains(stays);
    }
}
