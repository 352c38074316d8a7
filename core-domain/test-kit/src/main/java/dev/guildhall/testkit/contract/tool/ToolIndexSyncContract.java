package dev.guildhall.testkit.contract.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.SampleTool;
import dev.guildhall.ports.UserId;
import dev.guildhall.testkit.contract.AtOnce;
import dev.guildhall.testkit.contract.Given;
import dev.guildhall.testkit.contract.Undone;
import dev.guildhall.ports.search.Embedding;
import dev.guildhall.ports.search.TextEmbedding;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.tool.IndexedTool;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolId;
import dev.guildhall.ports.tool.ToolRevisions;
import dev.guildhall.ports.tool.ToolStatus;
import dev.guildhall.ports.tool.ToolStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** What every {@link ToolStore} returns to an index. */
public interface ToolIndexSyncContract {
    int PATIENCE_SECONDS = 20;
    int WRITERS = 8;
    int STEPS = 25;

    Stores stores();

    /**
     * Whether a reader sees committed changes while another transaction is open; otherwise it waits for the end of that
     * transaction.
     */
    default boolean readsWhileOthersWrite() {
        return true;
    }

    private ToolStore tools() {
        return stores().tools();
    }

    private Tool added(SampleTool sample) {
        return tools().add(sample.build(), Optional.empty());
    }

    private static Map<ToolId, Long> numbers(ToolRevisions revisions) {
        Map<ToolId, Long> numbers = new HashMap<>();
        revisions.revisions().forEach(revision -> numbers.put(revision.id(), revision.number()));
        return numbers;
    }

    private Optional<TextEmbedding> embedding(Tool tool) {
        return tools().indexed(List.of(tool.id())).getFirst().embedding();
    }

    private List<Tool> withoutEmbedding(String model) {
        return tools().withoutEmbedding(model, Integer.MAX_VALUE);
    }

    @Test
    default void every_tool_has_changed_since_the_beginning() {
        Tool active = added(Sample.tool());
        Tool ended = added(Sample.tool().deprecated(Sample.NOW, Optional.empty()));

        assertThat(numbers(tools().revisions(Optional.empty()))).containsKeys(active.id(), ended.id());
    }

    @Test
    default void a_new_tool_is_returned_by_the_next_call() {
        String mark = tools().revisions(Optional.empty()).mark();

        Tool tool = added(Sample.tool());

        assertThat(numbers(tools().revisions(Optional.of(mark)))).containsKey(tool.id());
    }

    @Test
    default void every_change_gives_a_tool_another_number() {
        Tool tool = added(Sample.tool());
        ToolRevisions first = tools().revisions(Optional.empty());

        tools().changeStatus(tool.quarantined());
        ToolRevisions second = tools().revisions(Optional.of(first.mark()));
        tools().putEmbedding(tool.id(), "model", new Embedding(new float[] {1, 2}));
        ToolRevisions third = tools().revisions(Optional.of(second.mark()));
        ToolRevisions none = tools().revisions(Optional.of(third.mark()));

        assertThat(List.of(first, second, third))
                .extracting(all -> numbers(all).get(tool.id()))
                .doesNotContainNull()
                .doesNotHaveDuplicates();
        assertThat(numbers(none).getOrDefault(tool.id(), numbers(third).get(tool.id())))
                .isEqualTo(numbers(third).get(tool.id()));
    }

    @Test
    default void a_change_that_is_committed_after_the_mark_is_returned_later() throws Exception {
        Tool tool = added(Sample.tool());
        String before = tools().revisions(Optional.empty()).mark();
        Tool fresh = Sample.tool().build();
        CountDownLatch written = new CountDownLatch(1);
        CountDownLatch asked = new CountDownLatch(1);
        FutureTask<Void> writer = new FutureTask<>(() -> {
            stores().transactions().run(() -> {
                tools().changeStatus(tool.quarantined());
                tools().add(fresh, Optional.empty());
                written.countDown();
                asAsked(asked);
            });
            return null;
        });
        Thread.ofVirtual().start(writer);
        assertThat(written.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();

        FutureTask<ToolRevisions> meanwhile = new FutureTask<>(() -> tools().revisions(Optional.of(before)));
        Thread reader = Thread.ofVirtual().start(meanwhile);
        if (readsWhileOthersWrite()) {
            assertThat(reader.join(Duration.ofSeconds(PATIENCE_SECONDS))).isTrue();
        }
        asked.countDown();
        writer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        ToolRevisions one = meanwhile.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        Map<ToolId, Long> seen = numbers(one);
        seen.putAll(numbers(tools().revisions(Optional.of(one.mark()))));

        assertThat(seen)
                .containsEntry(
                        tool.id(), numbers(tools().revisions(Optional.empty())).get(tool.id()));
        assertThat(seen).containsKey(fresh.id());
    }

    private static void asAsked(CountDownLatch asked) {
        try {
            assertThat(asked.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }

    @Test
    default void a_change_that_was_undone_leaves_the_tool_as_it_was() {
        Tool tool = added(Sample.tool());
        Embedding embedding = new Embedding(new float[] {3, 4});
        tools().putEmbedding(tool.id(), "model", embedding);
        Tool undone = Sample.tool().build();

        Undone.after(stores(), () -> {
            tools().add(undone, Optional.empty());
            tools().changeStatus(tool.quarantined());
            tools().putEmbedding(tool.id(), "other", new Embedding(new float[] {1, 0}));
        });

        assertThat(numbers(tools().revisions(Optional.empty()))).doesNotContainKey(undone.id());
        assertThat(tools().indexed(List.of(tool.id(), undone.id())))
                .containsExactly(new IndexedTool(tool, Optional.of(new TextEmbedding("model", embedding))));
    }

    @Test
    default void an_embedding_is_read_to_the_last_bit_and_replaces_the_previous_one() {
        Tool tool = added(Sample.tool());
        Random random = new Random(4);
        float[] values = new float[384];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) random.nextGaussian();
        }
        Embedding embedding = new Embedding(values);

        Optional<TextEmbedding> before = embedding(tool);
        tools().putEmbedding(tool.id(), "small", new Embedding(new float[] {0, 0, 1}));
        Optional<TextEmbedding> first = embedding(tool);
        tools().putEmbedding(tool.id(), "large", embedding);

        assertThat(before).isEmpty();
        assertThat(first).contains(new TextEmbedding("small", new Embedding(new float[] {0, 0, 1})));
        assertThat(embedding(tool)).contains(new TextEmbedding("large", embedding));
    }

    @Test
    default void a_meaning_outlives_a_change_of_status() {
        Tool tool = added(Sample.tool());
        Embedding embedding = new Embedding(new float[] {1, 1});
        tools().putEmbedding(tool.id(), "model", embedding);

        tools().changeStatus(tool.quarantined());

        assertThat(tools().indexed(List.of(tool.id())))
                .containsExactly(
                        new IndexedTool(tool.quarantined(), Optional.of(new TextEmbedding("model", embedding))));
    }

    @Test
    default void the_embedding_of_a_removed_tool_is_not_stored() {
        ToolId unknown = new ToolId(Sample.id("tool"));

        tools().putEmbedding(unknown, "model", new Embedding(new float[] {1}));

        assertThat(tools().indexed(List.of(unknown))).isEmpty();
    }

    @Test
    default void tools_in_use_without_a_models_word_come_oldest_first_and_no_more_than_asked_for() {
        Tool first = added(Sample.tool());
        Tool known = added(Sample.tool());
        Tool second = added(Sample.tool());
        Tool ended = added(Sample.tool().deprecated(Sample.NOW, Optional.empty()));
        Tool waiting = added(Sample.tool().status(ToolStatus.QUARANTINED));
        String model = Sample.id("model");
        tools().putEmbedding(second.id(), "another " + model, new Embedding(new float[] {1}));
        tools().putEmbedding(known.id(), model, new Embedding(new float[] {1}));

        List<Tool> all = withoutEmbedding(model);

        assertThat(all).containsSubsequence(first, second).doesNotContain(known, ended, waiting);
        assertThat(tools().withoutEmbedding(model, all.size() - 1)).isEqualTo(all.subList(0, all.size() - 1));
    }

    @Test
    default void a_tool_that_was_deleted_with_its_account_is_not_returned_any_more() {
        UserId user = Given.someUser(stores());
        Tool tool = added(Sample.tool().of(user));
        tools().putEmbedding(tool.id(), "model", new Embedding(new float[] {1}));

        stores().erase(user);

        assertThat(tools().indexed(List.of(tool.id()))).isEmpty();
        assertThat(withoutEmbedding("other")).doesNotContain(tool);
    }

    @Test
    default void a_thousand_are_read_for_an_index_in_one_call() {
        Tool tool = added(Sample.tool());
        List<ToolId> ids = new ArrayList<>();
        for (int i = 0; i < 1200; i++) {
            ids.add(new ToolId(Sample.id("none")));
        }
        ids.add(tool.id());

        assertThat(tools().indexed(ids)).containsExactly(new IndexedTool(tool, Optional.empty()));
    }

    @RepeatedTest(2)
    default void a_reader_misses_no_change_of_concurrent_writers() throws Exception {
        long seed = System.nanoTime();
        AtomicInteger writing = new AtomicInteger(WRITERS);
        Map<ToolId, Long> seen = new HashMap<>();
        Map<ToolId, Boolean> own = new ConcurrentHashMap<>();
        List<Callable<String>> all = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
            Random random = new Random(seed + i);
            all.add(() -> {
                write(random, own);
                writing.decrementAndGet();
                return "";
            });
        }
        all.add(() -> {
            Optional<String> mark = Optional.empty();
            boolean more;
            do {
                more = writing.get() > 0;
                ToolRevisions revisions = tools().revisions(mark);
                seen.putAll(numbers(revisions));
                mark = Optional.of(revisions.mark());
            } while (more);
            return mark.orElseThrow();
        });

        AtOnce.run(all);

        Map<ToolId, Long> truth = numbers(tools().revisions(Optional.empty()));
        truth.keySet().retainAll(own.keySet());
        assertThat(truth).as("seed %d", seed).hasSize(own.size());
        assertThat(seen).as("seed %d", seed).containsAllEntriesOf(truth);
    }

    private void write(Random random, Map<ToolId, Boolean> own) {
        List<Tool> mine = new ArrayList<>();
        for (int step = 0; step < STEPS; step++) {
            int kind = mine.isEmpty() ? 0 : random.nextInt(4);
            if (kind == 0) {
                Tool tool = added(Sample.tool());
                own.put(tool.id(), true);
                mine.add(tool);
                continue;
            }
            Tool one = mine.get(random.nextInt(mine.size()));
            Tool other = mine.get(random.nextInt(mine.size()));
            switch (kind) {
                case 1 -> tools().changeStatus(one.quarantined());
                case 2 -> tools().putEmbedding(one.id(), "model", new Embedding(new float[] {step, 1}));
                default ->
                    stores().transactions().run(() -> {
                        tools().changeStatus(one.activated());
                        tools().changeStatus(other.quarantined());
                    });
            }
        }
    }
}
