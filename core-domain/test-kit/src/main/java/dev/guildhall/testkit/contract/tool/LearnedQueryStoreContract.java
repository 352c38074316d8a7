package dev.guildhall.testkit.contract.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.guildhall.testkit.Sample;
import dev.guildhall.ports.UserId;
import dev.guildhall.testkit.contract.AtOnce;
import dev.guildhall.testkit.contract.Given;
import dev.guildhall.testkit.contract.Undone;
import dev.guildhall.ports.search.Embedding;
import dev.guildhall.ports.search.TextEmbedding;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.tool.LearnedQuery;
import dev.guildhall.ports.tool.LearnedQueryStore;
import dev.guildhall.ports.tool.LearnedQueryStore.Bounds;
import dev.guildhall.ports.tool.LearnedTool;
import dev.guildhall.ports.tool.SearchQuery;
import dev.guildhall.ports.tool.ToolName;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What every {@link LearnedQueryStore} does. */
public interface LearnedQueryStoreContract {
    ToolName CALENDAR = new ToolName("google.calendar.list-events");
    ToolName MAIL = new ToolName("google.mail.send");
    int MANY = 100;
    Bounds BOUNDS = new Bounds(MANY, MANY);

    Stores stores();

    private LearnedQueryStore queries() {
        return stores().learnedQueries();
    }

    private static LearnedQuery learned(UserId user, ToolName tool, String query, int second) {
        return new LearnedQuery(user, tool, query, Sample.NOW.plusSeconds(second));
    }

    private LearnedQuery added(UserId user, ToolName tool, String query, int second) {
        LearnedQuery learned = learned(user, tool, query, second);
        queries().add(learned, Optional.empty(), BOUNDS);
        return learned;
    }

    /** All queries of a user as an index reads them: by the last change of their tools, newest first. */
    private List<LearnedQuery> ofUser(UserId user) {
        return queries().changedSince(user, 0, MANY).stream()
                .flatMap(tool -> tool.queries().stream())
                .map(LearnedTool.Known::query)
                .toList();
    }

    private long lastRevision(UserId user) {
        return queries().changedSince(user, 0, MANY).stream()
                .mapToLong(LearnedTool::revision)
                .max()
                .orElse(0);
    }

    private static TextEmbedding embedding(String model, float... values) {
        return new TextEmbedding(model, new Embedding(values));
    }

    @Test
    default void queries_are_listed_newest_first_with_their_original_text() {
        UserId user = Given.someUser(stores());
        LearnedQuery middle = added(user, CALENDAR, "what's \"on\" today? 茶 👋 \u200b", 2);
        LearnedQuery newest = added(user, MAIL, "write to Ada\nsoon", 3);
        LearnedQuery oldest = added(user, CALENDAR, "agenda", 1);

        assertThat(queries().ofTool(user, MAIL)).containsExactly(newest);
        assertThat(queries().ofTool(user, CALENDAR)).containsExactly(middle, oldest);
    }

    @Test
    default void queries_of_one_moment_have_a_stable_order() {
        UserId user = Given.someUser(stores());
        List<String> words = List.of("a", "b", "B", "é", "z", "Z");
        words.forEach(word -> added(user, MAIL, word, 1));

        assertThat(queries().ofTool(user, MAIL))
                .extracting(LearnedQuery::query)
                .containsExactly("é", "z", "b", "a", "Z", "B");
    }

    @Test
    default void the_same_query_again_only_gets_its_new_time() {
        UserId user = Given.someUser(stores());
        added(user, MAIL, "write", 1);
        LearnedQuery other = added(user, MAIL, "Write", 2);

        LearnedQuery again = added(user, MAIL, "write", 3);

        assertThat(queries().ofTool(user, MAIL)).containsExactly(again, other);
    }

    @Test
    default void beyond_the_limit_of_a_tool_the_oldest_queries_are_removed() {
        UserId user = Given.someUser(stores());
        LearnedQuery elsewhere = added(user, MAIL, "far older", 0);
        LearnedQuery old = learned(user, CALENDAR, "old", 1);
        LearnedQuery young = learned(user, CALENDAR, "young", 3);
        LearnedQuery middle = learned(user, CALENDAR, "middle", 2);

        List.of(old, young, middle).forEach(one -> queries().add(one, Optional.empty(), new Bounds(2, MANY)));

        assertThat(ofUser(user)).containsExactly(elsewhere, young, middle);
    }

    @Test
    default void queries_are_their_authors_alone() {
        UserId user = Given.someUser(stores());
        UserId other = Given.someUser(stores());
        LearnedQuery own = added(user, MAIL, "write", 1);
        LearnedQuery others = added(other, MAIL, "write", 2);

        assertThat(ofUser(user)).containsExactly(own);
        assertThat(queries().ofTool(other, MAIL)).containsExactly(others);

        queries().forget(user, MAIL);

        assertThat(ofUser(user)).isEmpty();
        assertThat(ofUser(other)).containsExactly(others);
    }

    @Test
    default void a_removal_affects_only_one_tool() {
        UserId user = Given.someUser(stores());
        LearnedQuery kept = added(user, CALENDAR, "agenda", 1);
        added(user, MAIL, "write", 1);

        queries().forget(user, MAIL);

        assertThat(ofUser(user)).containsExactly(kept);
    }

    @Test
    default void the_longest_query_in_any_script_can_be_stored() {
        UserId user = Given.someUser(stores());
        Random random = new Random(2);
        String longest = IntStream.range(0, SearchQuery.MAX_TEXT)
                .mapToObj(i -> Character.toString(0x4E00 + random.nextInt(0x5000)))
                .collect(Collectors.joining());

        LearnedQuery first = added(user, MAIL, longest, 1);
        LearnedQuery again = added(user, MAIL, longest, 2);

        assertThat(first.query()).hasSize(SearchQuery.MAX_TEXT);
        assertThat(queries().ofTool(user, MAIL)).containsExactly(again);
    }

    @Test
    default void concurrent_additions_of_a_query_are_stored_once() throws Exception {
        UserId user = Given.someUser(stores());
        List<Callable<Integer>> calls = IntStream.range(0, 20)
                .<Callable<Integer>>mapToObj(i -> () -> {
                    queries().add(learned(user, MAIL, "query " + i % 4, 1), Optional.empty(), BOUNDS);
                    return i;
                })
                .toList();

        AtOnce.run(calls);

        assertThat(queries().ofTool(user, MAIL))
                .extracting(LearnedQuery::query)
                .containsExactly("query 3", "query 2", "query 1", "query 0");
    }

    @Test
    default void beyond_so_many_of_a_user_the_tool_with_the_most_loses_its_oldest() {
        UserId user = Given.someUser(stores());
        Bounds narrow = new Bounds(MANY, 3);
        LearnedQuery rare = added(user, CALENDAR, "rare and far older", 0);
        added(user, MAIL, "old", 1);
        LearnedQuery young = added(user, MAIL, "young", 2);
        LearnedQuery youngest = learned(user, MAIL, "youngest", 3);

        queries().add(youngest, Optional.empty(), narrow);

        assertThat(ofUser(user)).containsExactly(rare, youngest, young);
    }

    @Test
    default void changes_are_ordered_by_revision_with_all_queries_of_their_tools() {
        UserId user = Given.someUser(stores());
        LearnedQuery agenda = added(user, CALENDAR, "agenda", 1);
        LearnedQuery write = added(user, MAIL, "write", 2);
        long seen = lastRevision(user);

        assertThat(queries().changedSince(user, seen, MANY)).isEmpty();
        LearnedQuery today = added(user, CALENDAR, "today", 3);
        List<LearnedTool> changed = queries().changedSince(user, seen, MANY);
        List<LearnedTool> first = queries().changedSince(user, 0, 1);

        assertThat(changed).extracting(LearnedTool::toolName).containsExactly(CALENDAR);
        assertThat(changed.getFirst().queries())
                .extracting(LearnedTool.Known::query)
                .containsExactly(today, agenda);
        assertThat(first).extracting(LearnedTool::toolName).containsExactly(MAIL);
        assertThat(queries().changedSince(user, first.getFirst().revision(), 1)).isEqualTo(changed);
        assertThat(ofUser(user)).containsExactly(write, today, agenda);
    }

    @Test
    default void removals_and_embeddings_are_changes_and_rollbacks_are_none() {
        UserId user = Given.someUser(stores());
        LearnedQuery agenda = added(user, CALENDAR, "agenda", 1);
        added(user, MAIL, "write", 2);
        long seen = lastRevision(user);

        queries().putEmbedding(agenda, embedding("m", 1, 0));
        List<LearnedTool> understood = queries().changedSince(user, seen, MANY);
        queries().forget(user, CALENDAR);
        List<LearnedTool> forgotten = queries().changedSince(user, lastRevision(user) - 1, MANY);
        long last = lastRevision(user);
        queries().putEmbedding(agenda, embedding("m", 0, 1));

        assertThat(understood)
                .extracting(tool -> tool.queries().getFirst())
                .containsExactly(new LearnedTool.Known(agenda, Optional.of(embedding("m", 1, 0))));
        assertThat(forgotten)
                .extracting(LearnedTool::toolName, LearnedTool::queries)
                .containsExactly(tuple(CALENDAR, List.of()));
        assertThat(queries().changedSince(user, last, MANY)).isEmpty();
    }

    @Test
    default void a_meaning_stays_with_its_query_and_is_missing_for_another_model() {
        UserId user = Given.someUser(stores());
        LearnedQuery agenda = learned(user, CALENDAR, "agenda", 1);
        LearnedQuery again = learned(user, CALENDAR, "agenda", 2);
        queries().add(agenda, Optional.of(embedding("old", 1, 0)), BOUNDS);
        queries().add(again, Optional.empty(), BOUNDS);
        LearnedQuery write = added(user, MAIL, "write", 3);

        assertThat(queries().changedSince(user, 0, 1).getFirst().queries())
                .containsExactly(new LearnedTool.Known(again, Optional.of(embedding("old", 1, 0))));
        assertThat(missing(user, "old")).containsExactly(write);
        assertThat(missing(user, "new")).containsExactlyInAnyOrder(again, write);
        assertThat(queries().withoutEmbedding("new", 1)).hasSize(1);
        queries().putEmbedding(again, embedding("new", 0, 1));
        queries().putEmbedding(write, embedding("new", 0, 1));
        assertThat(missing(user, "new")).isEmpty();
        assertThat(missing(user, "old")).hasSize(2);
    }

    private List<LearnedQuery> missing(UserId user, String model) {
        return queries().withoutEmbedding(model, Integer.MAX_VALUE).stream()
                .filter(learned -> learned.userId().equals(user))
                .toList();
    }

    @Test
    default void changes_become_visible_in_the_order_of_their_numbers() throws Exception {
        UserId user = Given.someUser(stores());
        Set<ToolName> seen = ConcurrentHashMap.newKeySet();
        AtomicLong known = new AtomicLong();
        List<Callable<Integer>> calls = IntStream.range(0, 40)
                .<Callable<Integer>>mapToObj(i -> () -> {
                    if (i == 0) {
                        for (int look = 0; look < 200; look++) {
                            catchUp(user, known, seen);
                        }
                    } else {
                        added(user, new ToolName("many.tool" + i), "query", i);
                    }
                    return i;
                })
                .toList();

        AtOnce.run(calls);
        catchUp(user, known, seen);

        assertThat(seen).hasSize(39);
    }

    private void catchUp(UserId user, AtomicLong known, Set<ToolName> seen) {
        queries().changedSince(user, known.get(), MANY).forEach(tool -> {
            known.set(tool.revision());
            seen.add(tool.toolName());
        });
    }

    @Test
    default void queries_go_with_their_account() {
        UserId user = Given.someUser(stores());
        added(user, MAIL, "write", 1);

        stores().erase(user);
        added(user, MAIL, "too late", 2);

        assertThat(ofUser(user)).isEmpty();
    }

    @Test
    default void additions_and_removals_are_rolled_back_with_their_transaction() {
        UserId user = Given.someUser(stores());
        LearnedQuery kept = added(user, CALENDAR, "agenda", 1);

        Undone.after(stores(), () -> {
            added(user, MAIL, "write", 1);
            added(user, CALENDAR, "agenda", 5);
            queries().forget(user, CALENDAR);
        });

        assertThat(ofUser(user)).containsExactly(kept);
    }
}
