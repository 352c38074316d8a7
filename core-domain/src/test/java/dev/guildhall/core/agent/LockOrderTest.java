package dev.guildhall.core.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.ports.agent.ConversationStore;
import dev.guildhall.ports.memory.MemoryStore;
import dev.guildhall.ports.storage.ForwardingStores;
import dev.guildhall.ports.storage.Stores;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Transactions that write a chat and the memories of its user lock these in one order, so that none waits in a ring. */
class LockOrderTest {
    private static final Set<String> LOCKING = Set.of("lock", "append", "storeReply", "remove");

    private final List<String> locked = new ArrayList<>();
    private final Stores inner = InMemoryStores.empty();
    private final Conversing talk = new Conversing(parts -> parts.stores(new ForwardingStores() {
        @Override
        public Stores others() {
            return inner;
        }

        @Override
        public ConversationStore conversations() {
            return Conversing.hooked(ConversationStore.class, inner.conversations(), LockOrderTest.this::note);
        }

        @Override
        public MemoryStore memories() {
            return Conversing.hooked(MemoryStore.class, inner.memories(), LockOrderTest.this::note);
        }
    }));

    private void note(String method) {
        if (LOCKING.contains(method)) {
            locked.add(method);
        }
    }

    @Test
    void an_answer_and_a_deletion_lock_the_memories_before_the_chat() {
        talk.ask("first");
        List<String> ofAnswer = List.copyOf(locked);
        locked.clear();

        talk.agents().delete(talk.caller(), talk.caller().userId(), talk.begun().getLast());

        assertThat(ofAnswer).startsWith("lock", "storeReply", "lock");
        assertThat(locked).containsExactly("lock", "remove");
    }
}
