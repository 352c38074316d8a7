package dev.guildhall.core.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.config.MemoryLimits;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Limit;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryFilter;
import dev.guildhall.ports.memory.MemoryHit;
import dev.guildhall.ports.memory.MemoryId;
import dev.guildhall.ports.memory.MemoryQuery;
import dev.guildhall.ports.memory.MemoryType;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.Given;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Writers add, delete and supersede at random during searches: the result of a search was correct when it began or
 * later.
 */
class RandomRecallTest {
    private static final int WRITES = 150;
    private static final int SEARCHES = 60;
    private static final int WRITERS = 2;
    private static final int SEARCHERS = 4;

    private final Stores stores = InMemoryStores.empty();
    private final UserId ada = Given.someUser(stores);
    private final MemorySearch memorySearch = new MemorySearch(
            InstantSource.system(),
            stores.memories(),
            new MemoryEmbeddings(Optional.empty()),
            Sample.with(MemoryLimits.DEFAULT, "changesAtOnce", 7));

    /**
     * Memories that are certainly stored, and memories that are certainly removed; each is added after the operation.
     */
    private final Set<MemoryId> stored = ConcurrentHashMap.newKeySet();

    private final Set<MemoryId> leaving = ConcurrentHashMap.newKeySet();
    private final Set<MemoryId> removed = ConcurrentHashMap.newKeySet();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void a_search_finds_stored_memories_and_none_that_were_removed_before_it_began(long seed) throws Exception {
        List<Callable<Integer>> work = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
            Random random = new Random(seed * 100 + i);
            work.add(() -> write(random));
        }
        for (int i = 0; i < SEARCHERS; i++) {
            work.add(this::search);
        }

        int checked = 0;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Integer> done : threads.invokeAll(work)) {
                checked += done.get();
            }
        }

        assertThat(checked).isEqualTo(WRITERS * WRITES + SEARCHERS * SEARCHES);
        assertThat(found()).isEqualTo(difference(stored, removed));
    }

    private int write(Random random) {
        List<Memory> own = new ArrayList<>();
        for (int i = 0; i < WRITES; i++) {
            Memory memory = own.isEmpty() ? add(own, random) : own.get(random.nextInt(own.size()));
            switch (random.nextInt(5)) {
                case 0 -> forget(own, memory);
                case 1 -> supersede(own, memory, add(own, random));
                case 2 -> forgetConversation(own, memory);
                default -> add(own, random);
            }
        }
        return WRITES;
    }

    private Memory add(List<Memory> own, Random random) {
        // Each writer has its own conversations, so that it knows which memories are deleted with one.
        String chat = "chat_" + Thread.currentThread().threadId() + "_" + random.nextInt(4);
        Memory memory = Sample.memory(ada)
                .type(MemoryType.CONVERSATION)
                .content("kitchen " + random.nextInt(1000))
                .saidIn(new ChatId(chat))
                .build();
        stores.transactions().run(() -> MemoryStoreFixture.keep(stores.memories(), memory));
        own.add(memory);
        stored.add(memory.id());
        return memory;
    }

    private void forget(List<Memory> own, Memory memory) {
        leave(own, List.of(memory), () -> stores.memories().forget(ada, memory.id()));
    }

    private void forgetConversation(List<Memory> own, Memory memory) {
        List<Memory> said = own.stream()
                .filter(other -> other.chatId().equals(memory.chatId()))
                .toList();
        leave(
                own,
                said,
                () -> stores.memories().forgetConversation(ada, memory.chatId().orElseThrow()));
    }

    private void supersede(List<Memory> own, Memory old, Memory now) {
        if (!old.equals(now)) {
            leave(own, List.of(old), () -> stores.memories().update(old.supersededBy(now.id())));
        }
    }

    private void leave(List<Memory> own, List<Memory> memories, Runnable how) {
        List<MemoryId> ids = memories.stream().map(Memory::id).toList();
        leaving.addAll(ids);
        stores.transactions().run(how);
        removed.addAll(ids);
        own.removeAll(memories);
    }

    private int search() {
        for (int i = 0; i < SEARCHES; i++) {
            Set<MemoryId> removedBefore = Set.copyOf(removed);
            Set<MemoryId> storedBefore = Set.copyOf(stored);

            Set<MemoryId> found = found();

            assertThat(found).allMatch(id -> !removedBefore.contains(id));
            if (found.size() < Limit.MAX) {
                assertThat(found).containsAll(difference(storedBefore, Set.copyOf(leaving)));
            }
        }
        return SEARCHES;
    }

    private Set<MemoryId> found() {
        return memorySearch
                .search(ada, ada, new MemoryQuery("kitchen", MemoryFilter.ALL, new Limit(Limit.MAX)))
                .stream()
                .map(MemoryHit::memory)
                .map(Memory::id)
                .collect(Collectors.toSet());
    }

    private static Set<MemoryId> difference(Set<MemoryId> all, Set<MemoryId> without) {
        Set<MemoryId> left = new HashSet<>(all);
        left.removeAll(without);
        return left;
    }
}
