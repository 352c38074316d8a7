package dev.guildhall.testkit.contract.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.ChatId;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.SampleMemory;
import dev.guildhall.ports.UserId;
import dev.guildhall.testkit.contract.Given;
import dev.guildhall.testkit.contract.ReplaceableStores;
import dev.guildhall.testkit.contract.Undone;
import dev.guildhall.ports.memory.AnalysedText;
import dev.guildhall.ports.memory.IndexedMemory;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryId;
import dev.guildhall.ports.memory.MemoryMark;
import dev.guildhall.ports.memory.MemoryStore;
import dev.guildhall.ports.memory.MemoryType;
import dev.guildhall.ports.search.Embedding;
import dev.guildhall.ports.search.QuantisedEmbedding;
import dev.guildhall.ports.search.TextEmbedding;
import dev.guildhall.ports.storage.Stores;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
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

    private Memory added(UserId user, Optional<TextEmbedding> embedding) {
        Memory memory = Sample.memory(user).build();
        memories().add(memory, "print of " + memory.id().value(), Optional.empty(), embedding);
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

    private static IndexedMemory.StoredEmbedding quantised(String model, float... values) {
        return new IndexedMemory.StoredEmbedding(model, QuantisedEmbedding.of(new Embedding(values)));
    }

    private static TextEmbedding embedding(String model, float... values) {
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
        memories().putEmbedding(memory.id(), embedding("model", 1));
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
        memories().putEmbedding(removed.id(), embedding("model", 1));
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

        stores().erase(user);

        assertThat(mark(user)).isEqualTo(MemoryMark.NONE);
        assertThat(all(user)).isEmpty();
        added(user);
        assertThat(mark(user)).isEqualTo(MemoryMark.NONE);
    }

    @Test
    default void a_change_that_was_undone_has_never_been() {
        UserId user = Given.someUser(stores());
        Memory memory = added(user, Optional.of(embedding("model", 3, 4)));
        MemoryMark before = mark(user);
        List<IndexedMemory> kept = all(user);

        Undone.after(stores(), () -> {
            added(user);
            memories().update(memory.united(1, List.of("undone")));
            memories().putEmbedding(memory.id(), embedding("other", 1));
            memories().forget(user, memory.id());
        });

        assertThat(mark(user)).isEqualTo(before);
        assertThat(all(user)).isEqualTo(kept);
    }

    @Test
    default void changes_are_ordered_and_have_their_search_data() {
        UserId user = Given.someUser(stores());
        Memory first = added(user);
        Memory second = added(user, Optional.of(embedding("model", 1, 2)));
        Memory third = added(user);
        Memory changed = first.united(1, List.of("late"));

        memories().update(changed);

        List<IndexedMemory> all = all(user);
        assertThat(described(all)).containsExactly(second, third, changed);
        assertThat(all)
                .extracting(IndexedMemory::embedding)
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
        Memory memory = added(user, Optional.of(embedding("large", values)));
        Memory nothing = added(user, Optional.of(embedding("model", 0, 0)));

        Optional<IndexedMemory.StoredEmbedding> first = all(user).getFirst().embedding();
        Optional<IndexedMemory.StoredEmbedding> none = all(user).getLast().embedding();
        memories().putEmbedding(memory.id(), embedding("small", 0, 0, 1));
        Optional<IndexedMemory.StoredEmbedding> second = all(user).getLast().embedding();

        assertThat(first).contains(quantised("large", values));
        assertThat(none).contains(quantised("model", 0, 0));
        assertThat(second).contains(quantised("small", 0, 0, 1));
        assertThat(described(all(user))).containsExactly(nothing, memory);
    }

    @Test
    default void a_meaning_outlives_a_change_of_its_memory() {
        UserId user = Given.someUser(stores());
        Memory memory = added(user);
        memories().putEmbedding(memory.id(), embedding("model", 1, 1));

        memories().update(memory.united(1, List.of("more")));

        assertThat(all(user).getFirst().embedding()).contains(quantised("model", 1, 1));
    }

    @Test
    default void the_embedding_of_a_deleted_memory_is_not_stored() {
        MemoryId removed = new MemoryId(Sample.id("mem"));

        memories().putEmbedding(removed, embedding("model", 1));

        assertThat(memories().find(removed)).isEmpty();
    }

    @Tag(ReplaceableStores.SLOW)
    @Test
    default void valid_memories_without_an_embedding_are_listed_oldest_first_within_the_limit() {
        UserId user = Given.someUser(stores());
        String model = Sample.id("model");
        Memory ofAnother = added(user, Optional.of(embedding("another " + model, 1)));
        Memory without = added(Given.someUser(stores()));
        Memory known = added(user, Optional.of(embedding(model, 1)));
        Memory ofAThird = added(user, Optional.of(embedding("zz " + model, 1)));
        Memory superseded = added(user);
        memories().update(superseded.supersededBy(known.id()));
        Memory last = added(user);

        List<Memory> all = memories().withoutEmbedding(model, Integer.MAX_VALUE);

        assertThat(all).containsSubsequence(ofAnother, without, ofAThird, last).doesNotContain(known, superseded);
        assertThat(all).extracting(memory -> memory.id().value()).isSorted();
        assertThat(memories().withoutEmbedding(model, all.size() - 1)).isEqualTo(all.subList(0, all.size() - 1));
        assertThat(memories().withoutEmbedding("another " + model, Integer.MAX_VALUE))
                .contains(known)
                .doesNotContain(ofAnother);
    }

    @Test
    default void an_analysed_text_takes_the_place_of_the_content_and_is_no_change() {
        UserId user = Given.someUser(stores());
        AnalysedText early = new AnalysedText(new byte[] {1, 0, -1});
        AnalysedText late = new AnalysedText(new byte[] {2});
        Memory first = Sample.memory(user).build();
        memories().add(first, "one", Optional.of(early), Optional.of(embedding("model", 1, 2)));
        Memory second = added(user, Optional.of(embedding("model", 3, 4)));
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
                .extracting(IndexedMemory::embedding)
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

    private void addedWithText(UserId user, int count) {
        Given.inTransactions(stores(), count, i -> {
            SampleMemory sample = Sample.memory(user).importance(i % 2).content("memory " + i);
            Memory memory = (i % 3 == 0 ? sample.tags("a, b", "茶") : sample.saidIn(new ChatId("chat_" + i % 5)))
                    .type(i % 2 == 0 ? MemoryType.CONVERSATION : MemoryType.LONG_TERM)
                    .build();
            Optional<TextEmbedding> embedding = i % 4 == 0 ? Optional.empty() : Optional.of(embedding("model", 1, i));
            memories().add(memory, "print " + i, Optional.of(new AnalysedText(new byte[] {1, (byte) i})), embedding);
        });
    }

    /** All changes, as an index reads them: in batches. */
    private List<IndexedMemory> inBatches(UserId user, long since, int most) {
        List<IndexedMemory> read = new ArrayList<>();
        long seen = since;
        List<IndexedMemory> batch;
        do {
            batch = memories().changedSince(user, seen, most);
            read.addAll(batch);
            seen = batch.isEmpty() ? seen : batch.getLast().revision();
        } while (batch.size() >= most);
        return read;
    }

    @Tag(ReplaceableStores.SLOW)
    @Test
    default void packed_memories_are_read_as_before() {
        UserId user = Given.someUser(stores());
        addedWithText(user, 2_100);
        List<IndexedMemory> before = inBatches(user, 0, 1_000);

        memories().pack(1_000);

        assertThat(before).hasSize(2_100);
        assertThat(described(inBatches(user, 0, 3_000))).hasSize(2_100);
        assertThat(inBatches(user, 0, 3_000)).isEqualTo(before);
        assertThat(inBatches(user, 0, 7)).isEqualTo(before);
        assertThat(inBatches(user, 300, 1_000)).isEqualTo(before.subList(300, before.size()));
        assertThat(memories().pack(1_000)).isZero();
    }

    @Tag(ReplaceableStores.SLOW)
    @Test
    default void changes_and_deletions_of_packed_memories_are_read() {
        UserId user = Given.someUser(stores());
        addedWithText(user, 2_100);
        memories().pack(1_000);
        List<IndexedMemory> before = inBatches(user, 0, 1_000);
        Memory updated = memories().find(before.get(10).id()).orElseThrow().united(1, List.of("late"));
        MemoryId embedded = before.get(300).id();
        MemoryId deleted = before.get(2_000).id();

        memories().update(updated);
        memories().putEmbedding(embedded, embedding("model", 4, 5));
        memories().forget(user, deleted);
        List<IndexedMemory> changed = inBatches(user, 0, 1_000);
        memories().pack(1_000);

        assertThat(changed).hasSize(2_099);
        assertThat(changed)
                .extracting(IndexedMemory::id)
                .doesNotContain(deleted)
                .doesNotHaveDuplicates();
        assertThat(described(changed.subList(2_097, 2_099)))
                .containsExactly(updated, memories().find(embedded).orElseThrow());
        assertThat(changed.getLast().embedding()).contains(quantised("model", 4, 5));
        assertThat(inBatches(user, 0, 1_000)).isEqualTo(changed);
    }

    @Tag(ReplaceableStores.SLOW)
    @Test
    default void memories_are_packed_after_changes_of_all_packs() {
        UserId user = Given.someUser(stores());
        addedWithText(user, 2_100);
        memories().pack(1_000);
        stores().transactions().run(() -> {
            for (int i = 0; i < 2_100; i += 100) {
                MemoryId id = memories().changedSince(user, 0, 1).getFirst().id();
                memories().putEmbedding(id, embedding("model", i, 1));
            }
        });
        List<IndexedMemory> before = inBatches(user, 0, 10_000);

        memories().pack(1_000);

        assertThat(inBatches(user, 0, 1_000)).hasSize(2_100).isEqualTo(before);
    }

    @Tag(ReplaceableStores.SLOW)
    @Test
    default void memories_without_an_analysed_text_are_read_with_their_text_among_packed_ones() {
        UserId user = Given.someUser(stores());
        Memory plain = added(user);
        addedWithText(user, 2_100);
        memories().pack(1_000);
        Optional<AnalysedText> before = all(user).getFirst().text();

        memories().putTexts(Map.of(plain.id(), new AnalysedText(new byte[] {7})));

        assertThat(before).isEmpty();
        assertThat(all(user).getFirst().text()).contains(new AnalysedText(new byte[] {7}));
    }

    @Tag(ReplaceableStores.SLOW)
    @Test
    default void packs_belong_to_one_user_and_are_deleted_with_the_account() {
        UserId user = Given.someUser(stores());
        UserId other = Given.someUser(stores());
        addedWithText(user, 2_100);
        addedWithText(other, 2_100);
        memories().pack(1_000);

        stores().erase(user);

        assertThat(all(user)).isEmpty();
        assertThat(memories().deleted(user, MemoryMark.NONE, mark(user))).contains(List.of());
        assertThat(inBatches(other, 0, 1_000)).hasSize(2_100);
    }

    @Test
    default void the_memories_that_were_deleted_between_two_states_are_known() {
        UserId user = Given.someUser(stores());
        ChatId chat = new ChatId(Sample.id("chat"));
        Memory first = added(user);
        Memory said = Sample.memory(user).saidIn(chat).build();
        Memory kept = added(user);
        memories().add(said, "said", Optional.empty(), Optional.empty());
        Memory older = added(user);
        memories().update(older.supersededBy(said.id()));
        MemoryMark start = mark(user);
        memories().forget(user, first.id());
        MemoryMark middle = mark(user);
        memories().update(kept.united(1, List.of()));
        memories().forgetConversation(user, chat);
        MemoryMark end = mark(user);
        memories().forget(user, kept.id());

        assertThat(memories().deleted(user, start, start)).contains(List.of());
        assertThat(memories().deleted(user, start, middle)).contains(List.of(first.id()));
        assertThat(memories().deleted(user, middle, end).orElseThrow())
                .containsExactlyInAnyOrder(said.id(), older.id());
        assertThat(memories().deleted(user, start, end).orElseThrow())
                .containsExactlyInAnyOrder(first.id(), said.id(), older.id());
        assertThat(memories().deleted(Given.someUser(stores()), MemoryMark.NONE, MemoryMark.NONE))
                .contains(List.of());
    }

    @Tag(ReplaceableStores.SLOW)
    @Test
    default void only_the_last_deleted_memories_are_known() {
        UserId user = Given.someUser(stores());
        ChatId chat = new ChatId(Sample.id("chat"));
        Memory first = added(user);
        Given.inTransactions(
                stores(),
                MemoryStore.DELETIONS_KEPT,
                i -> memories()
                        .add(
                                Sample.memory(user).saidIn(chat).build(),
                                "said " + i,
                                Optional.empty(),
                                Optional.empty()));
        MemoryMark start = mark(user);
        memories().forget(user, first.id());
        MemoryMark middle = mark(user);
        memories().forgetConversation(user, chat);
        MemoryMark end = mark(user);

        assertThat(memories().deleted(user, start, end)).isEmpty();
        assertThat(memories().deleted(user, middle, end).orElseThrow()).hasSize(MemoryStore.DELETIONS_KEPT);
    }
}
