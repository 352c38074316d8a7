package dev.guildhall.core.knowledge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.Speaker;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.ports.knowledge.Citation;
import dev.guildhall.ports.knowledge.DocumentId;
import dev.guildhall.ports.tool.ToolOutcome;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** knowledge-8. */
class CitationsTest {
    private static ToolUse search(int round, Map<String, Object> passage) {
        return new ToolUse(
                "call_" + round,
                round,
                KnowledgeTool.SEARCH.value(),
                Map.of(),
                new ToolOutcome.Success(Map.of("passages", List.of(passage))),
                List.of());
    }

    private static List<Citation> citations(String text) {
        List<ToolUse> uses = List.of(
                search(
                        1,
                        Map.of(
                                "n",
                                1,
                                "documentId",
                                "doc_1",
                                "name",
                                "a.pdf",
                                "page",
                                7,
                                "passage",
                                4,
                                "text",
                                "nine valves")),
                search(2, Map.of("n", 2, "documentId", "doc_2", "name", "b.md", "text", "two roses")));
        return Citations.cited(new ChatEntry(Speaker.ASSISTANT, text, uses, Instant.EPOCH))
                .details()
                .citations();
    }

    @Test
    void only_the_passages_that_the_text_names_are_cited() {
        assertThat(citations("Nine [1]. Not [9], not (2)."))
                .containsExactly(new Citation(
                        1, new DocumentId("doc_1"), "a.pdf", Optional.of(7), "nine valves", Optional.of(4)));
    }

    @Test
    void an_answer_of_an_earlier_version_knows_no_number_of_its_passage() {
        assertThat(citations("Two [2].")).extracting(Citation::passage).containsExactly(Optional.empty());
    }

    @Test
    void a_model_that_repeated_itself_in_a_bracket_overflowed_the_stack() {
        assertThat(citations("[" + "1, ".repeat(100_000) + "2]"))
                .extracting(Citation::number)
                .containsExactly(1, 2);
    }

    @Test
    void several_numbers_may_stand_in_one_bracket() {
        assertThat(citations("Both [2, 1].")).extracting(Citation::number).containsExactly(1, 2);
    }
}
