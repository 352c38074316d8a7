package dev.guildhall.core.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.time.ManualTicker;
import dev.guildhall.ports.Sample;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.tool.ToolName;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecentSearchesTest {
    private static final UserId ADA = new UserId("usr_ada");
    private static final UserId BOB = new UserId("usr_bob");
    private static final ToolName MAIL = new ToolName("google.mail");
    private static final ToolName MAPS = new ToolName("google.maps");

    private final ManualTicker time = new ManualTicker(Sample.NOW);
    private final RecentSearches searches = new RecentSearches(time);

    @Test
    void the_latest_query_that_found_the_tool_is_the_one() {
        searches.note(ADA, "write", List.of(MAIL));
        searches.note(ADA, "send a letter", List.of(MAPS, MAIL));
        searches.note(ADA, "where am I", List.of(MAPS));

        assertThat(searches.queryFor(ADA, MAIL)).contains("send a letter");
        assertThat(searches.queryFor(ADA, MAPS)).contains("where am I");
        assertThat(searches.queryFor(BOB, MAIL)).isEmpty();
        assertThat(searches.queryFor(ADA, new ToolName("google.drive"))).isEmpty();
    }

    @Test
    void after_ten_minutes_a_query_meant_something_else() {
        searches.note(ADA, "write", List.of(MAIL));

        time.advance(Duration.ofMinutes(10).minusMillis(1));
        assertThat(searches.queryFor(ADA, MAIL)).contains("write");

        time.advance(Duration.ofMillis(1));
        assertThat(searches.queryFor(ADA, MAIL)).isEmpty();
    }

    @Test
    void ten_queries_of_a_user_are_remembered() {
        searches.note(ADA, "first", List.of(MAIL));
        for (int i = 0; i < 9; i++) {
            searches.note(ADA, "more " + i, List.of(MAPS));
        }
        searches.note(ADA, "found nothing", List.of());

        assertThat(searches.queryFor(ADA, MAIL)).contains("first");
        searches.note(ADA, "the eleventh", List.of(MAPS));
        assertThat(searches.queryFor(ADA, MAIL)).isEmpty();
    }

    @Test
    void beyond_ten_thousand_users_the_one_that_was_silent_longest_is_forgotten() {
        searches.note(ADA, "write", List.of(MAIL));
        searches.note(BOB, "write", List.of(MAIL));
        for (int i = 0; i < 9_998; i++) {
            searches.note(new UserId("usr_" + i), "write", List.of(MAIL));
        }

        assertThat(searches.queryFor(ADA, MAIL)).contains("write");
        searches.note(new UserId("usr_last"), "write", List.of(MAIL));

        assertThat(searches.queryFor(ADA, MAIL)).contains("write");
        assertThat(searches.queryFor(BOB, MAIL)).isEmpty();
    }

    @Test
    void what_is_forgotten_is_of_one_user_and_one_tool() {
        searches.note(ADA, "both", List.of(MAIL, MAPS));
        searches.note(ADA, "maps alone", List.of(MAPS));
        searches.note(BOB, "write", List.of(MAIL));

        searches.forget(ADA, MAIL);

        assertThat(searches.queryFor(ADA, MAIL)).isEmpty();
        assertThat(searches.queryFor(ADA, MAPS)).contains("maps alone");
        assertThat(searches.queryFor(BOB, MAIL)).contains("write");
    }
}
