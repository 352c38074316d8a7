package dev.guildhall.testkit.contract.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.testkit.Sample;
import dev.guildhall.ports.UserId;
import dev.guildhall.testkit.contract.AtOnce;
import dev.guildhall.testkit.contract.Given;
import dev.guildhall.testkit.contract.ReplaceableStores;
import dev.guildhall.ports.memory.IndexedMemory;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryFilter;
import dev.guildhall.ports.memory.MemoryId;
import dev.guildhall.ports.memory.MemoryMark;
import dev.guildhall.ports.memory.MemoryStore;
import dev.guildhall.ports.memory.MemoryType;
import dev.guildhall.ports.search.Embedding;
import dev.guildhall.ports.search.TextEmbedding;
import dev.guildhall.ports.storage.Stores;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What every {@link MemoryStore} guarantees for concurrent writes. */
public interface MemoryRacesContract {
    int UNITERS = 16;
    int WRITERS = 6;
    int STEPS = 25;
    int BATCH = 3;

    Stores stores();

    private MemoryStore memories() {
        return stores().memories();
    }

    private Memory added(UserId user, String fingerprint) {
        Memory memory = Sample.memory(user).build();
        memories().add(memory, fingerprint, Optional.empty(), Optional.empty());
        return memory;
    }

    private Map<MemoryId, IndexedMemory> all(UserId user) {
        return memories().changedSince(user, 0, Integer.MAX_VALUE).stream()
                .collect(Collectors.toMap(IndexedMemory::id, Function.identity()));
    }

    @Test
    default void a_lock_outside_a_transaction_is_refused() {
        UserId user = Given.someUser(stores());

        assertThatIllegalStateException().isThrownBy(() -> memories().lock(user));
        stores().transactions().run(() -> memories().lock(user));
        assertThatIllegalStateException().isThrownBy(() -> memories().lock(user));
    }

    @Test
    default void a_lock_is_no_change_and_an_unknown_user_can_be_locked() {
        UserId user = Given.someUser(stores());

        stores().transactions().run(() -> {
            memories().lock(user);
            memories().lock(new UserId(Sample.id("usr")));
        });

        assertThat(memories().mark(user)).isEqualTo(MemoryMark.NONE);
    }

    @RepeatedTest(3)
    default void concurrent_writes_of_one_text_under_the_lock_are_one_memory() throws Exception {
        UserId user = Given.someUser(stores());
        List<Callable<Boolean>> calls = new ArrayList<>();
        for (int i = 0; i < UNITERS; i++) {
            String tag = "tag" + i;
            calls.add(() -> stores().transactions().inTransaction(() -> addedOrUnited(user, tag)));
        }

        assertThat(AtOnce.run(calls)).containsOnlyOnce(true);
        assertThat(memories().ids(user)).hasSize(1);
        assertThat(memories()
                        .find(memories().ids(user).getFirst())
                        .orElseThrow()
                        .tags())
                .hasSize(UNITERS);
    }

    private boolean addedOrUnited(UserId user, String tag) {
        memories().lock(user);
        Optional<Memory> same = memories().findSame(user, MemoryType.LONG_TERM, "same");
        same.ifPresentOrElse(
                kept -> memories().update(kept.united(0, List.of(tag))),
                () -> memories()
                        .add(Sample.memory(user).tags(tag).build(), "same", Optional.empty(), Optional.empty()));
        return same.isEmpty();
    }

    @RepeatedTest(3)
    default void concurrent_deletions_of_a_memory_delete_it_once() throws Exception {
        UserId user = Given.someUser(stores());
        ChatId chat = new ChatId(Sample.id("chat"));
        Memory memory = Sample.memory(user).saidIn(chat).build();
        memories().add(memory, "same", Optional.empty(), Optional.empty());
        List<Callable<Integer>> calls = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
            calls.add(
                    i % 2 == 0
                            ? () -> memories().forget(user, memory.id()) ? 1 : 0
                            : () -> memories().forgetConversation(user, chat));
        }

        assertThat(AtOnce.run(calls)).containsOnlyOnce(1);
        assertThat(memories().mark(user).deletions()).isEqualTo(1);
    }

    @RepeatedTest(3)
    default void no_data_is_left_of_an_account_that_is_erased_during_writes() throws Exception {
        UserId user = Given.someUser(stores());
        Memory there = added(user, "there");
        List<Callable<Boolean>> calls = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
            calls.add(() -> {
                added(user, "new");
                memories().update(there.united(1, List.of("more")));
                memories().putEmbedding(there.id(), new TextEmbedding("model", new Embedding(new float[] {1})));
                return memories().forget(user, there.id());
            });
        }
        calls.add(() -> stores().erase(user));

        assertThat(AtOnce.run(calls).getLast()).isTrue();
        assertThat(memories().ids(user)).isEmpty();
        assertThat(memories().mark(user)).isEqualTo(MemoryMark.NONE);
    }

    @Tag(ReplaceableStores.SLOW)
    @RepeatedTest(3)
    default void a_reader_of_changes_misses_none_during_concurrent_writes() throws Exception {
        long seed = System.nanoTime();
        UserId user = Given.someUser(stores());
        AtomicInteger writing = new AtomicInteger(WRITERS);
        Map<MemoryId, IndexedMemory> seen = new HashMap<>();
        List<Callable<Boolean>> calls = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
            Random random = new Random(seed + i);
            calls.add(() -> {
                try {
                    write(user, random);
                } finally {
                    writing.decrementAndGet();
                }
                return true;
            });
        }
        calls.add(() -> follow(user, seen, writing));

        AtOnce.run(calls);

        Map<MemoryId, IndexedMemory> truth = all(user);
        assertThat(truth).as("seed %d", seed).isNotEmpty();
        assertThat(seen).as("seed %d", seed).containsAllEntriesOf(truth);
        assertThat(memories().ids(user)).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(truth.keySet());
        assertThat(memories().mark(user).revision())
                .isGreaterThanOrEqualTo(truth.values().stream()
                        .mapToLong(IndexedMemory::revision)
                        .max()
                        .orElseThrow());
    }

    private void write(UserId user, Random random) {
        List<Memory> mine = new ArrayList<>();
        for (int step = 0; step < STEPS; step++) {
            if (mine.isEmpty() || random.nextBoolean()) {
                mine.add(added(user, "same"));
                continue;
            }
            Memory one = mine.get(random.nextInt(mine.size()));
            switch (random.nextInt(4)) {
                case 0 -> memories().update(one.united(1, List.of("step" + step)));
                case 1 ->
                    memories().putEmbedding(one.id(), new TextEmbedding("m", new Embedding(new float[] {step, 1})));
                case 2 -> memories().forget(user, one.id());
                default ->
                    stores().transactions().run(() -> {
                        Memory fresh = added(user, "same");
                        memories().update(one.supersededBy(fresh.id()));
                        memories().list(user, MemoryFilter.ALL, PageRequest.first());
                    });
            }
        }
    }

    /**
     * Reads as an index does: everything up to the mark, in batches, each after the last change of the previous one.
     */
    @SuppressWarnings("ThreadPriorityCheck")
    private boolean follow(UserId user, Map<MemoryId, IndexedMemory> seen, AtomicInteger writing) {
        long last = 0;
        boolean more;
        do {
            // A virtual thread that computes without a wait would keep its carrier from the writers.
            Thread.yield();
            more = writing.get() > 0;
            long until = memories().mark(user).revision();
            List<IndexedMemory> batch;
            do {
                batch = memories().changedSince(user, last, BATCH);
                batch.forEach(kept -> seen.put(kept.id(), kept));
                last = batch.isEmpty() ? Math.max(last, until) : batch.getLast().revision();
            } while (!batch.isEmpty());
        } while (more);
        return true;
    }
}
