package dev.guildhall.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.account.AccountStore;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.storage.ForwardingStores;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.NewTask;
import dev.guildhall.testkit.Sample;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An application that keeps its accounts elsewhere, and the rest in memory. */
@Timeout(20)
class ReplacedStoreTest {
    private final Stores memory = InMemoryStores.empty();
    private final AccountStore ours = InMemoryStores.empty().accounts();
    private final Installation installation = new Installation(
            new ForwardingStores() {
                @Override
                public Stores others() {
                    return memory;
                }

                @Override
                public AccountStore accounts() {
                    return ours;
                }
            },
            parts -> parts);
    private final Stores stores = installation.stores();

    private Memory remembered(Caller.User user) {
        Memory one = Sample.memory(user.userId()).build();
        stores.memories().add(one, Sample.id("words"), Optional.empty(), Optional.empty());
        return one;
    }

    @Test
    void sessions_memories_and_tasks_are_those_of_a_user_in_a_replaced_store() {
        Caller.User user = installation.someone();

        Memory one = remembered(user);
        NewTask task = Sample.task(user.userId()).build();
        stores.tasks().enqueue(List.of(task), 0);

        assertThat(memory.accounts().find(user.userId())).isEmpty();
        assertThat(installation
                        .core()
                        .security()
                        .sessions(user, PageRequest.first())
                        .items())
                .hasSize(1);
        assertThat(stores.memories().find(one.id())).isPresent();
        assertThat(stores.tasks().find(task.id())).isPresent();
    }

    @Test
    void a_user_is_erased_in_a_replaced_store_and_in_the_others() {
        Caller.User user = installation.someone();
        Memory one = remembered(user);

        assertThat(stores.erase(user.userId())).isTrue();

        assertThat(ours.find(user.userId())).isEmpty();
        assertThat(ours.removed(1)).isEmpty();
        assertThat(memory.memories().find(one.id())).isEmpty();
    }
}
