package dev.guildhall.ports.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.Sample;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.tool.LearntQuery;
import dev.guildhall.ports.tool.LearntQueryStore;
import dev.guildhall.ports.tool.SearchQuery;
import dev.guildhall.ports.tool.ToolName;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What every {@link LearntQueryStore} does. */
public interface LearntQueryStoreContract {
    ToolName CALENDAR = new ToolName("google.calendar.list-events");
    ToolName MAIL = new ToolName("google.mail.send");
    int MANY = 100;

    Stores stores();

    private LearntQueryStore queries() {
        return stores().learntQueries();
    }

    private static LearntQuery learnt(UserId user, ToolName tool, String query, int second) {
        return new LearntQuery(user, tool, query, Sample.NOW.plusSeconds(second));
    }

    private LearntQuery added(UserId user, ToolName tool, String query, int second) {
        LearntQuery learnt = learnt(user, tool, query, second);
        queries().add(learnt, MANY);
        return learnt;
    }

    @Test
    default void queries_come_newest_first_in_their_authors_words() {
        UserId user = Given.someUser(stores());
        LearntQuery middle = added(user, CALENDAR, "what's \"on\" today? 茶 👋 \u200b", 2);
        LearntQuery newest = added(user, MAIL, "write to Ada\nsoon", 3);
        LearntQuery oldest = added(user, CALENDAR, "agenda", 1);

        assertThat(queries().ofUser(user, MANY)).containsExactly(newest, middle, oldest);
        assertThat(queries().ofUser(user, 2)).containsExactly(newest, middle);
        assertThat(queries().ofTool(user, CALENDAR)).containsExactly(middle, oldest);
    }

    @Test
    default void queries_of_one_moment_come_in_one_order() {
        UserId user = Given.someUser(stores());
        List<String> words = List.of("a", "b", "B", "é", "z", "Z");
        words.forEach(word -> added(user, MAIL, word, 1));

        assertThat(queries().ofTool(user, MAIL))
                .extracting(LearntQuery::query)
                .containsExactly("é", "z", "b", "a", "Z", "B");
    }

    @Test
    default void the_same_query_again_only_gets_its_new_time() {
        UserId user = Given.someUser(stores());
        added(user, MAIL, "write", 1);
        LearntQuery other = added(user, MAIL, "Write", 2);

        LearntQuery again = added(user, MAIL, "write", 3);

        assertThat(queries().ofTool(user, MAIL)).containsExactly(again, other);
    }

    @Test
    default void beyond_so_many_of_a_tool_the_oldest_are_forgotten() {
        UserId user = Given.someUser(stores());
        LearntQuery elsewhere = added(user, MAIL, "far older", 0);
        LearntQuery old = learnt(user, CALENDAR, "old", 1);
        LearntQuery young = learnt(user, CALENDAR, "young", 3);
        LearntQuery middle = learnt(user, CALENDAR, "middle", 2);

        List.of(old, young, middle).forEach(one -> queries().add(one, 2));

        assertThat(queries().ofUser(user, MANY)).containsExactly(young, middle, elsewhere);
    }

    @Test
    default void queries_are_their_authors_alone() {
        UserId user = Given.someUser(stores());
        UserId other = Given.someUser(stores());
        LearntQuery own = added(user, MAIL, "write", 1);
        LearntQuery others = added(other, MAIL, "write", 2);

        assertThat(queries().ofUser(user, MANY)).containsExactly(own);
        assertThat(queries().ofTool(other, MAIL)).containsExactly(others);

        queries().forget(user, MAIL);

        assertThat(queries().ofUser(user, MANY)).isEmpty();
        assertThat(queries().ofUser(other, MANY)).containsExactly(others);
    }

    @Test
    default void what_is_forgotten_is_of_one_tool() {
        UserId user = Given.someUser(stores());
        LearntQuery kept = added(user, CALENDAR, "agenda", 1);
        added(user, MAIL, "write", 1);

        queries().forget(user, MAIL);

        assertThat(queries().ofUser(user, MANY)).containsExactly(kept);
    }

    @Test
    default void the_longest_query_in_any_script_can_be_kept() {
        UserId user = Given.someUser(stores());
        Random random = new Random(2);
        String longest = IntStream.range(0, SearchQuery.MAX_TEXT)
                .mapToObj(i -> Character.toString(0x4E00 + random.nextInt(0x5000)))
                .collect(Collectors.joining());

        LearntQuery first = added(user, MAIL, longest, 1);
        LearntQuery again = added(user, MAIL, longest, 2);

        assertThat(first.query()).hasSize(SearchQuery.MAX_TEXT);
        assertThat(queries().ofTool(user, MAIL)).containsExactly(again);
    }

    @Test
    default void what_many_learn_at_once_is_kept_once() throws Exception {
        UserId user = Given.someUser(stores());
        List<Callable<Integer>> calls = IntStream.range(0, 20)
                .<Callable<Integer>>mapToObj(i -> () -> {
                    queries().add(learnt(user, MAIL, "query " + i % 4, 1), MANY);
                    return i;
                })
                .toList();

        AtOnce.run(calls);

        assertThat(queries().ofTool(user, MAIL))
                .extracting(LearntQuery::query)
                .containsExactly("query 3", "query 2", "query 1", "query 0");
    }

    @Test
    default void queries_go_with_their_account() {
        UserId user = Given.someUser(stores());
        added(user, MAIL, "write", 1);

        stores().accounts().remove(user);

        assertThat(queries().ofUser(user, MANY)).isEmpty();
    }

    @Test
    default void what_is_learnt_and_forgotten_is_undone_with_its_transaction() {
        UserId user = Given.someUser(stores());
        LearntQuery kept = added(user, CALENDAR, "agenda", 1);

        Undone.after(stores(), () -> {
            added(user, MAIL, "write", 1);
            added(user, CALENDAR, "agenda", 5);
            queries().forget(user, CALENDAR);
        });

        assertThat(queries().ofUser(user, MANY)).containsExactly(kept);
    }
}
