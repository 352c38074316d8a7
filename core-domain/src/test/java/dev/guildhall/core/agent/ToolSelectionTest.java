package dev.guildhall.core.agent;

import static dev.guildhall.core.agent.Conversing.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Limits;
import dev.guildhall.core.config.AgentLimits;
import dev.guildhall.testkit.Sample;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ToolSelectionTest {
    private static final int MOST = 8;

    private final RemoteTools open = RemoteTools.open("open");
    private final Conversing talk = new Conversing(parts -> parts.endpoints(() -> List.of(open))
            .limits(Limits.DEFAULT.withAgent(Sample.with(
                    AgentLimits.DEFAULT, "loop", Sample.with(AgentLimits.Loop.DEFAULT, "toolsOffered", MOST)))));

    @BeforeEach
    void register_many() {
        IntStream.range(10, 30).forEach(i -> register("open.a" + i, "Sorts the numbers of list " + i));
        register("open.weather", "Tells whether it rains in a city tomorrow.");
        register("open.zebra", "Counts stripes.");
    }

    private void register(String name, String description) {
        talk.register(Sample.tool().name(name).description(description));
    }

    private List<String> offered() {
        return Shown.offered(talk.asked().getLast());
    }

    @Test
    void of_many_tools_those_that_fit_the_latest_question_are_offered_in_the_order_of_their_names() {
        talk.ask("Will it rain in Oslo tomorrow?");

        assertThat(offered())
                .hasSize(MOST)
                .isSorted()
                .contains("open.weather", "builtin.memory_search")
                .doesNotContain("open.zebra");
    }

    @Test
    void what_the_chat_has_used_stays_offered() {
        talk.modelCalls(call("c1", "open.zebra"));
        talk.ask("How many stripes has it?");

        talk.ask("Will it rain in Oslo tomorrow?");

        assertThat(offered()).hasSize(MOST).contains("open.weather", "open.zebra");
    }

    @Test
    void what_the_question_names_is_offered() {
        talk.ask("Will it rain in Oslo? Attached: plan.txt, to be read with open.zebra (or .a, a..b and "
                + "x".repeat(200));

        assertThat(offered()).hasSize(MOST).contains("open.weather", "open.zebra");
    }

    @Test
    void what_the_request_names_is_offered_however_much_it_is() {
        List<String> named =
                IntStream.range(10, 10 + 2 * MOST).mapToObj(i -> "open.a" + i).toList();

        talk.send(talk.request("Will it rain?", true, Optional.of(named)));

        assertThat(offered()).isEqualTo(named);
    }

    @Test
    void a_question_without_a_word_leaves_the_first_ones() {
        talk.ask("?");

        assertThat(offered()).hasSize(MOST).contains("open.a10");
    }

    @Test
    void a_tool_that_was_not_offered_can_be_called_all_the_same() {
        talk.modelCalls(call("c1", "open.zebra"));

        talk.ask("Will it rain in Oslo tomorrow?");

        assertThat(open.calls()).hasSize(1);
    }

    @Test
    void nothing_is_learned_from_what_the_user_says_to_the_agent() {
        talk.modelCalls(call("c1", "open.zebra"));

        talk.ask("Will it rain in Oslo tomorrow?");

        assertThat(talk.installation()
                        .stores()
                        .learnedQueries()
                        .changedSince(talk.caller().userId(), 0, 10))
                .isEmpty();
    }
}
