package dev.guildhall.core.tool.ranking;

import static dev.guildhall.core.tool.ranking.Tools.document;
import static dev.guildhall.core.tool.ranking.Tools.ids;
import static dev.guildhall.core.tool.ranking.Tools.tool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.guildhall.ports.search.Embedding;
import dev.guildhall.ports.tool.SearchHit;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolId;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ToolIndexTest {
    private final ToolIndex index = new ToolIndex();

    @Test
    void the_tool_that_shares_the_query_s_rare_words_comes_first() {
        index.put(document(tool("tool_a", "weather.forecast", "Tells the weather of a city")));
        index.put(document(tool("tool_b", "mail.send", "Sends a mail to somebody in the city")));

        assertThat(ids(search("Will the weather hold in the city?"))).containsExactly("tool_a", "tool_b");
        assertThat(ids(search("sending mails"))).containsExactly("tool_b");
        assertThat(search("nothing of the kind")).isEmpty();
    }

    @Test
    void parameters_are_found_and_weigh_less_than_the_name() {
        index.put(document(tool("tool_a", "x.one", "Does something")));
        index.put(document(tool("tool_b", "calendar.two", "Does something")));

        assertThat(ids(search("calendar"))).containsExactly("tool_b", "tool_a");
    }

    @Test
    void the_last_document_of_an_id_is_found() {
        index.put(document(tool("tool_a", "mail.send", "Sends a mail")));
        index.put(document(tool("tool_a", "fax.send", "Sends a fax")));

        assertThat(index.size()).isEqualTo(1);
        assertThat(search("mail")).isEmpty();
        assertThat(ids(search("fax"))).containsExactly("tool_a");
    }

    @Test
    void a_removed_document_is_not_found_and_its_slot_is_reused() {
        index.put(document(tool("tool_a", "mail.send", "Sends a mail")));
        index.remove(new ToolId("tool_a"));
        index.remove(new ToolId("tool_a"));
        index.put(document(tool("tool_b", "fax.send", "Sends a fax")));

        assertThat(index.size()).isEqualTo(1);
        assertThat(ids(search("sends a mail or a fax"))).containsExactly("tool_b");
    }

    @Test
    void each_sentence_of_a_query_finds_its_tool() {
        index.put(document(tool("tool_a", "a.mail", "Sends a letter by mail to a customer of the shop")));
        index.put(document(tool("tool_b", "b.letters", "Sorts letters by the customer they came from in the shop")));
        index.put(document(tool("tool_c", "c.letters", "Counts letters of a customer of the shop")));
        index.put(document(tool("tool_d", "d.wood", "Measures moisture of wood")));

        List<SearchHit> hits =
                search("Send a letter by mail to the customer of my shop. Measure the moisture of wood.");

        assertThat(ids(hits).subList(0, 2)).containsExactlyInAnyOrder("tool_a", "tool_d");
    }

    @Test
    void a_tool_that_shares_no_word_is_found_by_its_meaning() {
        index.put(document(tool("tool_a", "weather.forecast", "Tells rain and sun"), 1, 0));
        index.put(document(tool("tool_b", "mail.send", "Sends a mail"), 0, 1));

        List<SearchHit> hits = search("umbrella", new Embedding(new float[] {0.9f, 0.1f}));

        assertThat(ids(hits)).startsWith("tool_a");
    }

    @Test
    void a_tool_without_a_meaning_is_still_found_by_its_words() {
        index.put(document(tool("tool_a", "weather.forecast", "Tells rain and sun")));
        index.put(document(tool("tool_b", "mail.send", "Sends a mail"), 0, 1));
        index.put(document(tool("tool_c", "fax.send", "Sends a fax"), 1, 1, 1));

        assertThat(ids(search("rain", new Embedding(new float[] {1, 0})))).startsWith("tool_a");
        assertThat(ids(search("fax", new Embedding(new float[] {1, 0})))).startsWith("tool_c");
    }

    @Test
    void a_tool_rises_when_its_integration_fits_and_never_above_the_best_of_it() {
        index.put(document(tool("tool_a", "alpha.one", "Reads a report of sales by region")));
        index.put(document(tool("tool_b", "alpha.two", "Reads a plan")));
        index.put(document(tool("tool_c", "gamma.two", "Reads a plan")));

        assertThat(ids(search("report of sales by region to read"))).startsWith("tool_a", "tool_b");
        assertThat(search("read sales"))
                .extracting(SearchHit::relevance)
                .isSortedAccordingTo((a, b) -> Double.compare(b, a));
    }

    @Test
    void tools_that_fit_alike_come_in_the_order_of_their_ids() {
        for (String id : List.of("tool_c", "tool_a", "tool_d", "tool_b")) {
            index.put(document(tool(id, id.substring(5) + ".x", "Sends a mail")));
        }

        assertThat(ids(search("mail"))).containsExactly("tool_a", "tool_b", "tool_c", "tool_d");
    }

    @Test
    void a_query_that_led_to_a_tool_before_finds_it_again() {
        index.put(document(tool("tool_a", "a.lights", "Switches lamps")));
        index.put(document(tool("tool_b", "b.curtains", "Draws curtains in the evening")));
        LearnedQueries learned =
                learned("a.lights", new LearnedQueries.Query("make it cosy this evening", Optional.empty()));

        assertThat(ids(search("cosy evening", learned))).startsWith("tool_a");
        assertThat(ids(search("cosy evening", LearnedQueries.nothing()))).containsExactly("tool_b");
    }

    @Test
    void a_learned_query_finds_its_tool_by_meaning_too() {
        index.put(document(tool("tool_a", "a.lights", "Switches lamps"), 1, 0, 0));
        index.put(document(tool("tool_b", "b.curtains", "Draws curtains"), 1, 0.3f, 0));
        LearnedQueries learned = learned("a.lights", query("make it cosy", 0, 0.1f, 1), query("brighter", 0, 1, 0.1f));
        Embedding meant = new Embedding(new float[] {0.1f, 0.9f, 0.2f});

        assertThat(ids(search("more luminous", learned, meant))).startsWith("tool_a");
        assertThat(ids(search("more luminous", LearnedQueries.nothing(), meant)))
                .startsWith("tool_b");
    }

    @Test
    void tools_without_learned_queries_keep_their_places_when_no_learned_query_fits_better_than_others() {
        LearnedQueries learned = LearnedQueries.nothing();
        for (int i = 0; i < 60; i++) {
            index.put(document(tool("tool_" + i, "x.tool" + i, "Does something"), 0.3f, 1, 0));
            learned = learned.with(Map.of(new ToolName("x.tool" + i), List.of(query("please", 0.6f, 0, 1))));
        }
        index.put(document(tool("tool_new", "x.fresh", "Does something"), 0.4f, 1, 0));

        assertThat(ids(search("unheard", learned, new Embedding(new float[] {1, 0, 0}))))
                .startsWith("tool_new");
    }

    @Test
    void removed_queries_do_not_count() {
        index.put(document(tool("tool_a", "a.lights", "Switches lamps")));
        LearnedQueries learned = learned("a.lights", new LearnedQueries.Query("cosy", Optional.empty()));

        LearnedQueries forgotten = learned.with(Map.of(new ToolName("a.lights"), List.of()));

        assertThat(ids(search("cosy", learned))).containsExactly("tool_a");
        assertThat(search("cosy", forgotten)).isEmpty();
        assertThat(List.of(learned.size(), forgotten.size())).containsExactly(1, 0);
    }

    @Test
    void tools_of_the_server_itself_give_way_where_they_do_not_clearly_win() {
        index.put(document(builtin(tool("tool_a", "builtin.mail", "Sends a mail"))));
        index.put(document(tool("tool_b", "post.mail", "Sends a mail")));
        index.put(document(builtin(tool("tool_c", "builtin.sum", "Adds numbers"))));
        index.put(document(tool("tool_d", "sheets.cells", "Writes numbers")));

        assertThat(ids(search("mail"))).containsExactly("tool_b", "tool_a");
        assertThat(ids(search("sum up: adds numbers"))).startsWith("tool_c", "tool_d");
    }

    @Test
    void what_is_alone_of_the_server_itself_is_as_relevant_as_any_other() {
        index.put(document(builtin(tool("tool_a", "builtin.mail", "Sends a mail"))));

        assertThat(search("mail")).extracting(SearchHit::relevance).containsExactly(1.0);
    }

    private static Tool builtin(Tool tool) {
        return new Tool(
                tool.id(),
                tool.definition(),
                tool.registrant(),
                tool.isImported(),
                tool.visibility(),
                ToolSource.IN_PROCESS,
                tool.status(),
                tool.createdAt(),
                tool.deprecation());
    }

    @Test
    void a_search_has_no_more_hits_than_its_limit() {
        for (int i = 0; i < 20; i++) {
            index.put(document(tool("tool_" + i, "mail.send" + i, "Sends a mail")));
        }

        assertThat(index.search(
                        new ToolSearch(index.parts("mail"), List.of(), tool -> true, LearnedQueries.nothing(), 7)))
                .hasSize(7);
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        new ToolSearch(index.parts("mail"), List.of(), tool -> true, LearnedQueries.nothing(), 101));
    }

    @Test
    void meanings_that_are_not_those_of_the_sentences_are_refused() {
        List<Embedding> two = List.of(new Embedding(new float[] {1}), new Embedding(new float[] {1}));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ToolSearch(index.parts("mail"), two, tool -> true, LearnedQueries.nothing(), 1));
    }

    @Test
    void an_empty_index_finds_nothing() {
        assertThat(search("mail")).isEmpty();
        assertThat(search("mail", new Embedding(new float[] {1}))).isEmpty();
    }

    private static LearnedQueries.Query query(String text, float... embedding) {
        return new LearnedQueries.Query(text, Optional.of(new Embedding(embedding)));
    }

    private static LearnedQueries learned(String tool, LearnedQueries.Query... queries) {
        return LearnedQueries.nothing().with(Map.of(new ToolName(tool), List.of(queries)));
    }

    private List<SearchHit> search(String query, Embedding... embeddings) {
        return search(query, LearnedQueries.nothing(), embeddings);
    }

    private List<SearchHit> search(String query, LearnedQueries learned, Embedding... embeddings) {
        return index.search(new ToolSearch(index.parts(query), List.of(embeddings), tool -> true, learned, 100));
    }
}
