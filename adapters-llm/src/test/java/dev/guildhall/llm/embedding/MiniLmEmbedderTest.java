package dev.guildhall.llm.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.ports.contract.EmbedderContract;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.search.Embedder;
import dev.guildhall.ports.search.Embedding;
import java.util.List;
import org.junit.jupiter.api.Test;

class MiniLmEmbedderTest implements EmbedderContract {
    private static final MiniLmEmbedder EMBEDDER = new MiniLmEmbedder();

    @Override
    public Embedder embedder() {
        return EMBEDDER;
    }

    @Test
    void texts_with_the_same_meaning_are_near_although_they_share_no_letter() {
        List<Embedding> both = EMBEDDER.embed(List.of("purchase an automobile", "bake bread"));

        Embedding query = EMBEDDER.embedQueries(List.of("buy a car")).getFirst();

        assertThat(query.cosine(both.get(0))).isGreaterThan(0.6f);
        assertThat(query.cosine(both.get(1))).isLessThan(0.3f);
    }

    @Test
    void an_embedding_has_the_model_s_384_coordinates_and_is_the_same_each_time() {
        List<Embedding> twice = EMBEDDER.embed(List.of("weather in Rome", "weather in Rome"));

        assertThat(twice.getFirst().dimensions()).isEqualTo(384);
        assertThat(twice.getFirst()).isEqualTo(twice.getLast());
    }

    @Test
    void a_closed_embedder_refuses_texts() {
        MiniLmEmbedder closed = new MiniLmEmbedder();

        closed.close();

        assertThatThrownBy(() -> closed.embed(List.of("weather in Rome")))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> assertThat(refusal.problem()).isInstanceOf(CommonProblem.Unavailable.class));
    }
}
