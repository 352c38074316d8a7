package dev.guildhall.core.knowledge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.knowledge.DocumentId;
import dev.guildhall.ports.knowledge.DocumentParser.Section;
import dev.guildhall.ports.knowledge.Passage;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** knowledge-5. */
class PassageSplitterTest {
    private final AtomicInteger signs = new AtomicInteger();
    private final PassageSplitter splitter = new PassageSplitter(new DocumentId("doc_1"), signs::incrementAndGet);

    @Test
    void a_passage_has_text_of_one_page_only() {
        splitter.add(new Section(Optional.of(1), "", "the first page"));
        splitter.add(new Section(Optional.of(2), "", "the second page"));

        assertThat(splitter.end()).extracting(Passage::page).containsExactly(Optional.of(1), Optional.of(2));
    }

    @Test
    void a_short_passage_takes_the_text_below_the_next_heading_too() {
        splitter.add(new Section(Optional.empty(), "Rooms", "There are two."));
        splitter.add(new Section(Optional.empty(), "Rooms › Large", "It has ten seats."));

        Passage passage = splitter.end().getFirst();

        assertThat(passage.heading()).isEqualTo("Rooms");
        assertThat(passage.text()).isEqualTo("There are two.\nLarge\nIt has ten seats.");
    }

    @Test
    void a_passage_has_the_heading_of_its_own_text() {
        splitter.add(new Section(Optional.empty(), "", "A preface."));
        splitter.add(new Section(Optional.empty(), "Rooms", "There are two."));
        splitter.add(new Section(Optional.empty(), "Gardens", "A long sentence about gardens. ".repeat(60)));

        assertThat(splitter.end()).extracting(Passage::heading).startsWith("Rooms", "Gardens");
    }

    @Test
    void each_passage_of_a_table_begins_with_its_header() {
        String rows = IntStream.range(0, 100)
                .mapToObj(row -> "Region " + row + " | " + row * 1000)
                .collect(Collectors.joining("\n"));

        splitter.add(new Section(Optional.empty(), "Sales", rows, "Region | Revenue"));
        List<Passage> passages = splitter.end();

        assertThat(passages).hasSizeGreaterThan(1);
        assertThat(passages).allMatch(passage -> passage.text().startsWith("Region | Revenue\nRegion "));
        assertThat(passages).extracting(Passage::number).isSorted();
    }

    @Test
    @Timeout(20)
    void a_document_of_one_line_took_a_time_that_grew_with_the_square_of_its_length() {
        splitter.add(new Section(Optional.empty(), "", "\u0431\u0443\u043a\u0432\u044b ".repeat(3_000_000)));

        assertThat(splitter.end()).hasSizeBetween(20_000, 25_000);
        // A sign of life for each of them keeps the claim.
        assertThat(signs.get()).isGreaterThan(19_000);
    }

    @Test
    void a_long_line_is_split_where_sentences_end() {
        splitter.add(new Section(Optional.empty(), "", "This is one of many sentences. ".repeat(100)));

        assertThat(splitter.end())
                .hasSizeGreaterThan(1)
                .allMatch(passage ->
                        passage.text().endsWith("sentences.") && passage.text().length() <= 1_000);
    }
}
