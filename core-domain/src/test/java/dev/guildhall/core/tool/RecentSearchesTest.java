package dev.guildhall.core.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.UserId;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.testkit.ManualTicker;
import dev.guildhall.testkit.Sample;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RecentSearchesTest {
    private static final UserId ADA = new UserId("usr_ada");
    private static final UserId BOB = new UserId("usr_bob");
    private static final ToolName MAIL = new ToolName("google.mail");
    private static final ToolName DRIVE = new ToolName("google.drive");
    private static final ToolName MAPS = new ToolName("google.maps");

    private final ManualTicker time = new ManualTicker(Sample.NOW);
    private final RecentSearches searches = new RecentSearches(time, 10_000);

    private void searched(UserId user, String text, ToolName... found) {
        searches.note(user, new RecentSearches.Query(text, Optional.empty()), List.of(found));
    }

    private Optional<String> executed(UserId user, ToolName tool) {
        return searches.executed(user, tool).map(RecentSearches.Query::text);
    }

    @Test
    void the_latest_query_is_learned_although_an_earlier_one_found_the_tool() {
        searched(ADA, "write", MAIL);
        searched(ADA, "put it in writing", MAPS);

        assertThat(executed(ADA, MAIL)).contains("put it in writing");
        assertThat(executed(BOB, MAIL)).isEmpty();
    }

    @Test
    void after_two_minutes_the_latest_query_that_found_the_tool_is_learned() {
        searched(ADA, "write", MAIL);
        searched(ADA, "send a letter", MAPS, MAIL);
        searched(ADA, "where am I", MAPS);
        time.advance(Duration.ofMinutes(2));

        assertThat(executed(ADA, MAIL)).contains("send a letter");
        assertThat(executed(ADA, MAPS)).contains("where am I");
    }

    @Test
    void a_search_teaches_each_of_its_tools_once() {
        searched(ADA, "where do I write", MAPS, MAIL);

        assertThat(executed(ADA, MAIL)).contains("where do I write");
        assertThat(executed(ADA, MAIL)).isEmpty();
        assertThat(executed(ADA, MAPS)).contains("where do I write");
    }

    @Test
    void a_tool_that_no_search_found_is_learned_for_the_last_one() {
        searched(ADA, "earlier", MAPS);
        searched(ADA, "where do I write", MAPS);

        assertThat(executed(ADA, MAIL)).contains("where do I write");
        assertThat(executed(ADA, DRIVE)).isEmpty();
    }

    @Test
    void a_search_without_hits_teaches_too() {
        searched(ADA, "put it in writing");

        assertThat(executed(ADA, MAIL)).contains("put it in writing");
    }

    @Test
    void a_search_without_hits_learns_a_tool_that_an_earlier_one_found() {
        searched(ADA, "write", MAIL);
        assertThat(executed(ADA, MAIL)).contains("write");

        searched(ADA, "put it in writing");
        assertThat(executed(ADA, MAIL)).contains("put it in writing");
        assertThat(executed(ADA, MAIL)).isEmpty();

        searched(ADA, "set it down");
        time.advance(Duration.ofMinutes(2));
        assertThat(executed(ADA, MAIL)).isEmpty();
    }

    @Test
    void a_tool_is_learned_for_an_earlier_search_when_the_last_one_was_answered() {
        searched(ADA, "write", MAIL);
        searched(ADA, "where am I", MAPS);

        assertThat(executed(ADA, MAPS)).contains("where am I");
        assertThat(executed(ADA, MAIL)).contains("write");
        assertThat(executed(ADA, MAIL)).isEmpty();
    }

    @Test
    void a_search_whose_tool_was_executed_learns_no_other_tool() {
        searched(ADA, "where am I", MAPS);

        assertThat(executed(ADA, MAPS)).contains("where am I");
        assertThat(executed(ADA, MAIL)).isEmpty();
    }

    @Test
    void after_two_minutes_a_search_learns_no_tool_that_it_did_not_find() {
        searched(ADA, "where am I", MAPS);
        time.advance(Duration.ofMinutes(2));

        assertThat(executed(ADA, MAIL)).isEmpty();
        assertThat(executed(ADA, MAPS)).contains("where am I");
    }

    @Test
    void after_ten_minutes_a_query_meant_something_else() {
        searched(ADA, "write", MAIL);
        searched(BOB, "write", MAIL);

        time.advance(Duration.ofMinutes(10).minusMillis(1));
        assertThat(executed(ADA, MAIL)).contains("write");

        time.advance(Duration.ofMillis(1));
        assertThat(executed(BOB, MAIL)).isEmpty();
    }

    @Test
    void ten_queries_of_a_user_are_remembered() {
        for (UserId user : List.of(ADA, BOB)) {
            searched(user, "first", MAIL);
            for (int i = 0; i < 9; i++) {
                searched(user, "more " + i, MAPS);
            }
        }
        searched(BOB, "the eleventh", MAPS);
        time.advance(Duration.ofMinutes(2));

        assertThat(executed(ADA, MAIL)).contains("first");
        assertThat(executed(BOB, MAIL)).isEmpty();
    }

    @Test
    void a_removal_affects_only_one_user_and_one_tool() {
        searched(ADA, "both", MAIL, MAPS);
        searched(ADA, "maps alone", MAPS);
        searched(BOB, "write", MAIL);

        searches.forget(ADA, MAIL);

        assertThat(executed(ADA, MAPS)).contains("maps alone");
        assertThat(executed(ADA, MAIL)).isEmpty();
        assertThat(executed(BOB, MAIL)).contains("write");
    }

    @Test
    void beyond_the_limit_the_searches_of_the_least_recently_active_user_are_forgotten() {
        searched(ADA, "write", MAIL);
        searched(BOB, "x".repeat(2_000), MAIL);
        Optional<String> ofAda = executed(ADA, MAIL);
        searched(BOB, "y".repeat(2_000), MAIL);

        searched(ADA, "send", DRIVE);
        searched(new UserId("usr_cleo"), "z".repeat(2_000), MAIL);

        assertThat(ofAda).contains("write");
        assertThat(executed(BOB, MAIL)).isEmpty();
        assertThat(executed(ADA, DRIVE)).contains("send");
    }

    @Test
    void users_without_searches_count_too() {
        searched(ADA, "write", MAIL);

        for (int i = 0; i < 20; i++) {
            executed(new UserId("usr_" + i), MAIL);
        }

        assertThat(executed(ADA, MAIL)).isEmpty();
    }
}
