package dev.guildhall.core.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.FakeEmbedder;
import dev.guildhall.core.inmemory.HashingEmbedder;
import dev.guildhall.ports.search.Embedding;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class QueryEmbeddingsTest {
    private final HashingEmbedder embedder = new HashingEmbedder();
    private final List<String> asked = new ArrayList<>();
    private final QueryEmbeddings embeddings = new QueryEmbeddings(new FakeEmbedder(embedder.model(), asked::addAll));

    @Test
    void only_sentences_that_are_not_known_are_asked_for() {
        embeddings.of(parts("Book a flight. Rent a car."));

        List<Embedding> found = embeddings.of(parts("Rent a car. Send a mail. Rent a car."));

        assertThat(asked).containsExactly("Book a flight.", "Rent a car.", "Send a mail.");
        assertThat(found).isEqualTo(embedder.embed(List.of("Rent a car.", "Send a mail.", "Rent a car.")));
    }

    @Test
    void the_least_recently_used_sentence_is_removed_first() {
        embeddings.of(parts("kept flight"));
        embeddings.of(parts("forgotten car"));
        for (int i = 2; i <= QueryEmbeddings.MOST; i++) {
            embeddings.of(parts("kept flight"));
            embeddings.of(parts("mail number" + i));
        }
        asked.clear();

        embeddings.of(parts("kept flight"));
        embeddings.of(parts("forgotten car"));

        assertThat(asked).containsExactly("forgotten car");
    }

    private static QueryParts parts(String text) {
        return QueryParts.of(text, Analyzer.english());
    }
}
