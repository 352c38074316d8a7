package dev.guildhall.ports.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.Limit;
import dev.guildhall.ports.Sample;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.ChatId;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryStore;
import dev.guildhall.ports.memory.MemoryType;
import dev.guildhall.ports.storage.Stores;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What every {@link MemoryStore} does. */
public interface MemoryStoreContract {
    Stores stores();

    private MemoryStore memories() {
        return stores().memories();
    }

    private List<Memory> longTerm(UserId user) {
        return memories().ofUser(user, MemoryType.LONG_TERM, Limit.DEFAULT);
    }

    @Test
    default void a_memory_comes_back_as_it_was() {
        UserId user = Given.someUser(stores());
        Memory memory = Sample.memory(user)
                .importance(0.875)
                .tags("drinks", "with, comma", "\"quoted\" {}", "茶", "")
                .saidIn(new ChatId(Sample.id("chat")))
                .build();

        memories().add(memory);

        assertThat(longTerm(user)).containsExactly(memory);
    }

    @Test
    default void memories_come_newest_first_and_no_more_than_the_limit() {
        UserId user = Given.someUser(stores());
        Memory oldest = Sample.memory(user).build();
        Memory newest = Sample.memory(user).createdAt(Sample.NOW.plusSeconds(2)).build();
        Memory middle = Sample.memory(user).createdAt(Sample.NOW.plusSeconds(1)).build();
        List.of(oldest, newest, middle).forEach(memories()::add);

        List<Memory> two = memories().ofUser(user, MemoryType.LONG_TERM, new Limit(2));

        assertThat(two).containsExactly(newest, middle);
        assertThat(longTerm(user)).containsExactly(newest, middle, oldest);
    }

    @Test
    default void memories_of_the_same_moment_come_by_id_latest_first() {
        UserId user = Given.someUser(stores());
        Memory first = Sample.memory(user).build();
        Memory second = Sample.memory(user).build();

        List.of(first, second).forEach(memories()::add);

        assertThat(longTerm(user)).containsExactly(second, first);
    }

    @Test
    default void memories_of_another_type_or_user_are_not_among_them() {
        UserId user = Given.someUser(stores());

        memories().add(Sample.memory(user).type(MemoryType.CONVERSATION).build());
        memories().add(Sample.memory(Given.someUser(stores())).build());

        assertThat(longTerm(user)).isEmpty();
    }
}
