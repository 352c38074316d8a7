package dev.guildhall.ports.contract.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Sample;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.contract.Erasure;
import dev.guildhall.ports.contract.Given;
import dev.guildhall.ports.contract.Undone;
import dev.guildhall.ports.memory.AnalysedText;
import dev.guildhall.ports.memory.IndexedMemory;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryId;
import dev.guildhall.ports.memory.MemoryMark;
import dev.guildhall.ports.memory.MemoryStore;
import dev.guildhall.ports.search.Embedding;
import dev.guildhall.ports.search.QuantisedEmbedding;
import dev.guildhall.ports.search.TextEmbedding;
import dev.guildhall.ports.storage.Stores;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
        memories().add(memory, "print of " + memory.id().value(), Optional.empty(), meaning);
        return memory;
    }

    private List<IndexedMemory> all(UserId user) {
        return memories().changedSince(user, 0, 100);
    }

    /** The memories, which have the properties that an index reads of them. */
    private List<Memory> described(List<IndexedMemory> indexed) {
        return indexed.stream()
                .map(each -> {
                    Memory memory = memories().find(each.id()).orElseThrow();
                    assertThat(each.type()).isEqualTo(memory.type());
                    assertThat(each.importance()).isEqualTo(memory.importance());
                    assertThat(each.tags()).isEqualTo(memory.tags());
                    assertThat(each.chatId()).isEqualTo(memory.chatId());
                    assertThat(each.superseded())
                            .isEqualTo(memory.supersededBy().isPresent());
                    assertThat(each.content().orElse(memory.content())).isEqualTo(memory.content());
                    assertThat(each.content().isPresent())
                            .isNotEqualTo(each.text().isPresent());
                    return memory;
                })
                .toList();
    }

    private MemoryMark mark(UserId user) {
        return memories().mark(user);
    }

    private static IndexedMemory.Meaning quantised(String model, float... values) {
        return new IndexedMemory.Meaning(model, QuantisedEmbedding.of(new Embedding(values)));
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
        memories().add(Sample.memory(user).saidIn(chat).build(), "one", Optional.empty(), Optional.empty());
        memories().add(Sample.memory(user).saidIn(chat).build(), "two", Optional.empty(), Optional.empty());
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
        assertThat(described(all(user))).containsExactly(memory);
    }

    @Test
    default void the_marks_of_an_account_go_with_it() {
        UserId user = Given.someUser(stores());
        added(user);

        Erasure.of(stores(), user);

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
        assertThat(described(all)).containsExactly(second, third, changed);
        assertThat(all)
                .extracting(IndexedMemory::meaning)
                .containsExactly(Optional.of(quantised("model", 1, 2)), Optional.empty(), Optional.empty());
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

        assertThat(described(memories().changedSince(user, mark, 100)))
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
    default void an_embedding_is_quantised_and_replaces_the_previous_one() {
        UserId user = Given.someUser(stores());
        Random random = new Random(6);
        float[] values = new float[384];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) random.nextGaussian();
        }
        Memory memory = added(user, Optional.of(meaning("large", values)));
        Memory nothing = added(user, Optional.of(meaning("model", 0, 0)));

        Optional<IndexedMemory.Meaning> first = all(user).getFirst().meaning();
        Optional<IndexedMemory.Meaning> none = all(user).getLast().meaning();
        memories().putMeaning(memory.id(), meaning("small", 0, 0, 1));
        Optional<IndexedMemory.Meaning> second = all(user).getLast().meaning();

        assertThat(first).contains(quantised("large", values));
        assertThat(none).contains(quantised("model", 0, 0));
        assertThat(second).contains(quantised("small", 0, 0, 1));
        assertThat(described(all(user))).containsExactly(nothing, memory);
    }

    @Test
    default void a_meaning_outlives_a_change_of_its_memory() {
        UserId user = Given.someUser(stores());
        Memory memory = added(user);
        memories().putMeaning(memory.id(), meaning("model", 1, 1));

        memories().update(memory.united(1, List.of("more")));

        assertThat(all(user).getFirst().meaning()).contains(quantised("model", 1, 1));
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

    @Test
    default void an_analysed_text_takes_the_place_of_the_content_and_is_no_change() {
        UserId user = Given.someUser(stores());
        AnalysedText early = new AnalysedText(new byte[] {1, 0, -1});
        AnalysedText late = new AnalysedText(new byte[] {2});
        Memory first = Sample.memory(user).build();
        memories().add(first, "one", Optional.of(early), Optional.of(meaning("model", 1, 2)));
        Memory second = added(user, Optional.of(meaning("model", 3, 4)));
        MemoryMark before = mark(user);
        List<MemoryId> missing = memories().withoutText(Integer.MAX_VALUE).stream()
                .map(Memory::id)
                .toList();

        memories().putTexts(Map.of(second.id(), late, new MemoryId(Sample.id("mem")), late));

        assertThat(missing).contains(second.id()).doesNotContain(first.id());
        assertThat(memories().withoutText(Integer.MAX_VALUE)).doesNotContain(second);
        assertThat(memories().withoutText(0)).isEmpty();
        assertThat(mark(user)).isEqualTo(before);
        assertThat(described(all(user))).containsExactly(first, second);
        assertThat(all(user)).extracting(IndexedMemory::text).containsExactly(Optional.of(early), Optional.of(late));
        assertThat(all(user))
                .extracting(IndexedMemory::meaning)
                .containsExactly(Optional.of(quantised("model", 1, 2)), Optional.of(quantised("model", 3, 4)));
    }

    @Test
    default void several_memories_are_found_at_once() {
        UserId user = Given.someUser(stores());
        Memory first = added(user);
        Memory second = added(Given.someUser(stores()));

        List<Memory> found =
                memories().find(List.of(second.id(), new MemoryId(Sample.id("mem")), first.id(), second.id()));

        assertThat(found).containsExactlyInAnyOrder(first, second);
        assertThat(memories().find(List.of())).isEmpty();
    }
}
