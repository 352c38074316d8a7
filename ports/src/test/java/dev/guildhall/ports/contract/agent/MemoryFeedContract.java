package dev.guildhall.ports.contract.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Sample;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.contract.Given;
import dev.guildhall.ports.contract.Undone;
import dev.guildhall.ports.memory.IndexedMemory;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryId;
import dev.guildhall.ports.memory.MemoryMark;
import dev.guildhall.ports.memory.MemoryStore;
import dev.guildhall.ports.search.Embedding;
import dev.guildhall.ports.search.TextEmbedding;
import dev.guildhall.ports.storage.Stores;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What every {@link MemoryStore} returns to an index. */
public interface MemoryFeedContract {
    Stores stores();

    private MemoryStore memories() {
        return stores().memories();
    }

    private Memory added(UserId user) {
        return added(user, Optional.empty());
    }

    private Memory added(UserId user, Optional<TextEmbedding> meaning) {
        Memory memory = Sample.memory(user).build();
        memories().add(memory, "print of " + memory.id().value(), meaning);
        return memory;
    }

    private List<IndexedMemory> all(UserId user) {
        return memories().changedSince(user, 0, 100);
    }

    private MemoryMark mark(UserId user) {
        return memories().mark(user);
    }

    private static TextEmbedding meaning(String model, float... values) {
        return new TextEmbedding(model, new Embedding(values));
    }

    @Test
    default void before_the_first_change_there_is_no_mark() {
        assertThat(mark(Given.someUser(stores()))).isEqualTo(MemoryMark.NONE);
        assertThat(mark(new UserId(Sample.id("usr")))).isEqualTo(MemoryMark.NONE);
    }

    @Test
    default void every_change_is_numbered_and_deletions_are_counted() {
        UserId user = Given.someUser(stores());
        ChatId chat = new ChatId(Sample.id("chat"));
        List<MemoryMark> marks = new ArrayList<>();
        Memory memory = added(user);
        marks.add(mark(user));
        memories().update(memory.united(1, List.of()));
        marks.add(mark(user));
        memories().putMeaning(memory.id(), meaning("model", 1));
        marks.add(mark(user));
        memories().forget(user, memory.id());
        marks.add(mark(user));
        memories().add(Sample.memory(user).saidIn(chat).build(), "one", Optional.empty());
        memories().add(Sample.memory(user).saidIn(chat).build(), "two", Optional.empty());
        marks.add(mark(user));
        memories().forgetConversation(user, chat);
        marks.add(mark(user));

        assertThat(marks).extracting(MemoryMark::deletions).containsExactly(0L, 0L, 0L, 1L, 1L, 2L);
        assertThat(marks)
                .extracting(MemoryMark::revision)
                .doesNotHaveDuplicates()
                .isSorted();
        assertThat(marks.getFirst().revision()).isPositive();
    }

    @Test
    default void an_update_without_effect_is_no_change() {
        UserId user = Given.someUser(stores());
        Memory removed = added(user);
        Memory others = added(Given.someUser(stores()));
        memories().forget(user, removed.id());
        MemoryMark before = mark(user);

        memories().update(removed);
        memories().putMeaning(removed.id(), meaning("model", 1));
        memories().forget(user, removed.id());
        memories().forget(user, others.id());
        memories().forgetConversation(user, new ChatId(Sample.id("chat")));

        assertThat(mark(user)).isEqualTo(before);
        assertThat(mark(others.userId()).deletions()).isZero();
    }

    @Test
    default void the_changes_of_one_user_are_no_changes_of_another() {
        UserId user = Given.someUser(stores());
        UserId other = Given.someUser(stores());
        Memory memory = added(user);
        MemoryMark before = mark(user);

        added(other);

        assertThat(mark(user)).isEqualTo(before);
        assertThat(all(user)).extracting(IndexedMemory::memory).containsExactly(memory);
    }

    @Test
    default void the_marks_of_an_account_go_with_it() {
        UserId user = Given.someUser(stores());
        added(user);

        stores().accounts().remove(user);

        assertThat(mark(user)).isEqualTo(MemoryMark.NONE);
        assertThat(all(user)).isEmpty();
        added(user);
        assertThat(mark(user)).isEqualTo(MemoryMark.NONE);
    }

    @Test
    default void a_change_that_was_undone_has_never_been() {
        UserId user = Given.someUser(stores());
        Memory memory = added(user, Optional.of(meaning("model", 3, 4)));
        MemoryMark before = mark(user);
        List<IndexedMemory> kept = all(user);

        Undone.after(stores(), () -> {
            added(user);
            memories().update(memory.united(1, List.of("undone")));
            memories().putMeaning(memory.id(), meaning("other", 1));
            memories().forget(user, memory.id());
        });

        assertThat(mark(user)).isEqualTo(before);
        assertThat(all(user)).isEqualTo(kept);
    }

    @Test
    default void changes_are_ordered_and_have_their_search_data() {
        UserId user = Given.someUser(stores());
        Memory first = added(user);
        Memory second = added(user, Optional.of(meaning("model", 1, 2)));
        Memory third = added(user);
        Memory changed = first.united(1, List.of("late"));

        memories().update(changed);

        List<IndexedMemory> all = all(user);
        assertThat(all).extracting(IndexedMemory::memory).containsExactly(second, third, changed);
        assertThat(all)
                .extracting(IndexedMemory::fingerprint)
                .containsExactly(
                        "print of " + second.id().value(),
                        "print of " + third.id().value(),
                        "print of " + first.id().value());
        assertThat(all)
                .extracting(IndexedMemory::meaning)
                .containsExactly(Optional.of(meaning("model", 1, 2)), Optional.empty(), Optional.empty());
        assertThat(all.getLast().revision()).isEqualTo(mark(user).revision());
    }

    @Test
    default void changes_since_a_mark_have_later_writes_only_and_no_deleted_memories() {
        UserId user = Given.someUser(stores());
        added(user);
        Memory superseded = added(user);
        long mark = mark(user).revision();
        Memory fresh = added(user);
        Memory removed = added(user);
        memories().update(superseded.supersededBy(fresh.id()));
        memories().forget(user, removed.id());

        assertThat(memories().changedSince(user, mark, 100))
                .extracting(IndexedMemory::memory)
                .containsExactly(fresh, superseded.supersededBy(fresh.id()));
        assertThat(memories().changedSince(user, mark(user).revision(), 100)).isEmpty();
    }

    @Test
    default void changes_are_read_in_consecutive_batches() {
        UserId user = Given.someUser(stores());
        stores().transactions().run(() -> {
            for (int i = 0; i < 3; i++) {
                added(user);
            }
        });
        added(user);
        added(user);

        List<List<IndexedMemory>> batches = new ArrayList<>();
        long seen = 0;
        for (List<IndexedMemory> batch = memories().changedSince(user, seen, 2);
                !batch.isEmpty();
                batch = memories().changedSince(user, seen, 2)) {
            batches.add(batch);
            seen = batch.getLast().revision();
        }

        assertThat(batches).hasSizeBetween(2, 3);
        assertThat(batches.subList(0, batches.size() - 1))
                .allSatisfy(batch -> assertThat(batch).hasSizeGreaterThanOrEqualTo(2));
        assertThat(batches.stream().flatMap(List::stream)).containsExactlyElementsOf(all(user));
        assertThat(all(user)).hasSize(5);
    }

    @Test
    default void an_embedding_is_read_to_the_last_bit_and_replaces_the_previous_one() {
        UserId user = Given.someUser(stores());
        Random random = new Random(6);
        float[] values = new float[384];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) random.nextGaussian();
        }
        TextEmbedding large = meaning("large", values);
        Memory memory = added(user, Optional.of(large));
        Memory nothing = added(user, Optional.of(meaning("model", 0, 0)));

        Optional<TextEmbedding> first = all(user).getFirst().meaning();
        Optional<TextEmbedding> none = all(user).getLast().meaning();
        memories().putMeaning(memory.id(), meaning("small", 0, 0, 1));
        Optional<TextEmbedding> second = all(user).getLast().meaning();

        assertThat(first).contains(large);
        assertThat(none).contains(meaning("model", 0, 0));
        assertThat(second).contains(meaning("small", 0, 0, 1));
        assertThat(all(user)).extracting(IndexedMemory::memory).containsExactly(nothing, memory);
    }

    @Test
    default void a_meaning_outlives_a_change_of_its_memory() {
        UserId user = Given.someUser(stores());
        Memory memory = added(user);
        memories().putMeaning(memory.id(), meaning("model", 1, 1));

        memories().update(memory.united(1, List.of("more")));

        assertThat(all(user).getFirst().meaning()).contains(meaning("model", 1, 1));
    }

    @Test
    default void the_embedding_of_a_deleted_memory_is_not_stored() {
        MemoryId removed = new MemoryId(Sample.id("mem"));

        memories().putMeaning(removed, meaning("model", 1));

        assertThat(memories().find(removed)).isEmpty();
    }

    @Test
    default void valid_memories_without_an_embedding_are_listed_oldest_first_within_the_limit() {
        UserId user = Given.someUser(stores());
        String model = Sample.id("model");
        Memory ofAnother = added(user, Optional.of(meaning("another " + model, 1)));
        Memory without = added(Given.someUser(stores()));
        Memory known = added(user, Optional.of(meaning(model, 1)));
        Memory ofAThird = added(user, Optional.of(meaning("zz " + model, 1)));
        Memory superseded = added(user);
        memories().update(superseded.supersededBy(known.id()));
        Memory last = added(user);

        List<Memory> all = memories().withoutMeaning(model, Integer.MAX_VALUE);

        assertThat(all).containsSubsequence(ofAnother, without, ofAThird, last).doesNotContain(known, superseded);
        assertThat(all).extracting(memory -> memory.id().value()).isSorted();
        assertThat(memories().withoutMeaning(model, all.size() - 1)).isEqualTo(all.subList(0, all.size() - 1));
        assertThat(memories().withoutMeaning("another " + model, Integer.MAX_VALUE))
                .contains(known)
                .doesNotContain(ofAnother);
    }
}
