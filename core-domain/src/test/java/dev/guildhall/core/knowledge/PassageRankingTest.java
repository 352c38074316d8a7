package dev.guildhall.core.knowledge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.knowledge.DocumentId;
import dev.guildhall.ports.knowledge.Passage;
import dev.guildhall.ports.search.Embedding;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PassageRankingTest {
    private static final DocumentId REPORT = new DocumentId("doc_1");
    private static final Embedding QUERY = withCosine(1);

    /** An embedding with that cosine to the one of the query. */
    private static Embedding withCosine(double cosine) {
        return new Embedding(new float[] {(float) cosine, (float) Math.sqrt(1 - cosine * cosine)});
    }

    private static DocumentIndex report(double... cosines) {
        List<Passage> passages = IntStream.range(0, cosines.length)
                .mapToObj(number -> new Passage(REPORT, number, Optional.of(number + 1), "", "revenue of the year"))
                .toList();
        List<Embedding> embeddings = IntStream.range(0, cosines.length)
                .mapToObj(number -> withCosine(cosines[number]))
                .toList();
        return new DocumentIndex(
                REPORT,
                "report.pdf",
                WordIndex.of(WordIndex.write("report.pdf", passages, () -> {})),
                EmbeddingIndex.of(List.of(EmbeddingIndex.write(embeddings))));
    }

    /** (knowledge-7) The pages of one report are often more alike than any two texts that say the same. */
    @Test
    void the_best_of_very_similar_passages_comes_first() {
        List<PassageRanking.Hit> hits =
                new PassageRanking(List.of(report(0.86, 0.8, 0.98, 0.92))).best("revenue", Optional.of(QUERY), 10);

        assertThat(hits).extracting(PassageRanking.Hit::passage).containsExactly(2, 3, 0, 1);
        assertThat(hits).extracting(PassageRanking.Hit::score).allMatch(score -> score > 0 && score <= 1);
    }
}
