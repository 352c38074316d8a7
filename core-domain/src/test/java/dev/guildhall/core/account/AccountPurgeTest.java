package dev.guildhall.core.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Installation;
import dev.guildhall.core.Intercepted;
import dev.guildhall.core.LogLines;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.AccountStore;
import dev.guildhall.ports.agent.Chat;
import dev.guildhall.ports.storage.ForwardingStores;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.Given;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class AccountPurgeTest {
    private final Installation installation = new Installation();
    private final Stores stores = installation.stores();

    private Caller.User erased() {
        Caller.User user = installation.someone();
        installation.core().security().deleteAccount(user, Optional.of(Installation.PASSWORD));
        return user;
    }

    /** What an answer stores that was under way when its account was erased. */
    private Chat lateChat(Caller.User user) {
        Chat chat = Sample.chat(user.userId()).build();
        stores.conversations().add(chat, List.of(Sample.said("hello")), Optional.empty());
        return chat;
    }

    private boolean isKept(Chat chat) {
        return stores.conversations().find(chat.id()).isPresent();
    }

    @Test
    void what_was_written_after_an_erasure_is_removed() {
        Chat late = lateChat(erased());

        new AccountPurge(installation.time(), stores, user -> {}).run();

        assertThat(isKept(late)).isFalse();
        assertThat(stores.accounts().removed(1)).isEmpty();
    }

    @Test
    void an_account_that_cannot_be_purged_does_not_stop_the_next_one_and_is_purged_in_the_next_round() {
        Chat first = lateChat(erased());
        Chat second = lateChat(erased());
        AccountStore failing = Intercepted.failing(AccountStore.class, stores.accounts(), "lockRemoved", 1);
        AccountPurge purge = new AccountPurge(
                installation.time(), Sample.with((InMemoryStores) stores, "accounts", failing), user -> {});

        try (LogLines log = new LogLines(AccountPurge.class)) {
            purge.run();

            assertThat(log.lines())
                    .singleElement()
                    .asString()
                    .contains(first.userId().value());
        }
        assertThat(isKept(first)).isTrue();
        assertThat(isKept(second)).isFalse();
        purge.run();
        assertThat(isKept(first)).isFalse();
    }

    @Test
    void an_account_whose_connections_cannot_be_ended_is_purged_and_the_log_says_so() {
        Caller.User user = erased();
        Chat late = lateChat(user);
        AccountPurge purge = new AccountPurge(installation.time(), stores, id -> {
            throw new IllegalStateException("unreadable");
        });

        try (LogLines log = new LogLines(AccountPurge.class)) {
            purge.run();

            assertThat(log.lines())
                    .singleElement()
                    .asString()
                    .contains(user.userId().value(), "unreadable");
        }
        assertThat(isKept(late)).isFalse();
    }

    /** Stores with a removed account, of which that many batches of this size are left. */
    private static Stores withBatches(int batches) {
        Stores memory = InMemoryStores.empty();
        memory.removeAccount(Given.someUser(memory));
        AtomicInteger left = new AtomicInteger(batches);
        return new ForwardingStores() {
            @Override
            public Stores others() {
                return memory;
            }

            @Override
            public int erase(UserId user, int most) {
                return left.getAndDecrement() > 0 ? most : 0;
            }
        };
    }

    @Test
    void others_use_the_store_between_two_batches() {
        List<Duration> pauses = new ArrayList<>();

        new AccountPurge(pauses::add, withBatches(4), erased -> {}).run();

        assertThat(pauses).hasSize(4).allMatch(Duration::isPositive);
    }

    @Test
    void a_node_that_stops_begins_no_other_batch() {
        AtomicInteger pauses = new AtomicInteger();
        Ticker stopping = pause -> {
            pauses.incrementAndGet();
            throw new InterruptedException();
        };

        new AccountPurge(stopping, withBatches(4), erased -> {}).run();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(pauses).hasValue(1);
    }

    @Test
    void the_housekeeping_of_the_core_purges_erased_accounts() throws InterruptedException {
        Chat late = lateChat(erased());
        installation.core().start();

        while (isKept(late)) {
            Thread.yield();
        }

        installation.core().close();
        assertThat(stores.accounts().removed(1)).isEmpty();
    }
}
