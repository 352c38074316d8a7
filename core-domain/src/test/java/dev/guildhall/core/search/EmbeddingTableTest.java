package dev.guildhall.core.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.guildhall.ports.search.Embedding;
import dev.guildhall.ports.search.QuantisedEmbedding;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EmbeddingTableTest {
    /** Half a step of the query's largest coordinate for up to 16 coordinates, and less for more. */
    private static final double ROUNDING_OF_QUERY = 1e-4;

    private final Random random = new Random(1);

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4, 7, 16})
    void all_documents_are_compared_with_each_query(int dimensions) {
        EmbeddingTable table = new EmbeddingTable(dimensions);
        List<Embedding> documents = embeddings(dimensions, 2_500);
        for (int slot = 0; slot < documents.size(); slot++) {
            table.put(slot, documents.get(slot));
        }
        List<Embedding> queries = embeddings(dimensions, 3);

        List<double[]> cosines = table.cosines(queries, documents.size());

        for (int query = 0; query < queries.size(); query++) {
            for (int slot = 0; slot < documents.size(); slot++) {
                QuantisedEmbedding quantised = QuantisedEmbedding.of(documents.get(slot));
                float[] exact = queries.get(query).values();
                double cosine = 0;
                double error = ROUNDING_OF_QUERY;
                for (int i = 0; i < dimensions; i++) {
                    cosine += (double) exact[i] * quantised.values()[i] * quantised.scale();
                    error += Math.abs(exact[i]) * quantised.scale() / 2;
                }
                assertThat(cosines.get(query)[slot])
                        .isCloseTo(cosine, within(ROUNDING_OF_QUERY))
                        .isCloseTo(queries.get(query).cosine(documents.get(slot)), within(error));
            }
        }
    }

    @Test
    void cosines_of_384_coordinates_differ_by_half_a_thousandth_from_exact_ones_on_average() {
        List<Embedding> documents = embeddings(384, 2_500);
        EmbeddingTable table = new EmbeddingTable(384);
        for (int slot = 0; slot < documents.size(); slot++) {
            table.put(slot, documents.get(slot));
        }
        Embedding query = embeddings(384, 1).getFirst();

        double[] cosines = table.cosines(List.of(query), documents.size()).getFirst();

        double squares = 0;
        for (int slot = 0; slot < cosines.length; slot++) {
            double difference = cosines[slot] - query.cosine(documents.get(slot));
            assertThat(difference).isBetween(-0.002, 0.002);
            squares += difference * difference;
        }
        assertThat(Math.sqrt(squares / cosines.length)).isLessThan(0.0005);
    }

    @Test
    void changes_of_a_copy_do_not_change_the_original() {
        EmbeddingTable table = new EmbeddingTable(2);
        Embedding right = new Embedding(new float[] {1, 0});
        table.put(1, right);

        EmbeddingTable copy = table.copy();
        copy.remove(1);
        copy.put(0, right);

        assertThat(table.cosines(List.of(right), 3).getFirst())
                .usingComparatorWithPrecision(1e-5)
                .containsExactly(Double.NaN, 1.0, Double.NaN);
        assertThat(copy.cosines(List.of(right), 3).getFirst())
                .usingComparatorWithPrecision(1e-5)
                .containsExactly(1.0, Double.NaN, Double.NaN);
    }

    private List<Embedding> embeddings(int dimensions, int count) {
        List<Embedding> embeddings = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            float[] values = new float[dimensions];
            for (int j = 0; j < dimensions; j++) {
                values[j] = (float) random.nextGaussian();
            }
            embeddings.add(new Embedding(values));
        }
        return embeddings;
    }
}
