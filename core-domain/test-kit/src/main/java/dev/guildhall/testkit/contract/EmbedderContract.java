package dev.guildhall.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.search.Embedder;
import dev.guildhall.ports.search.Embedding;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every {@link Embedder} does. */
public interface EmbedderContract {
    /** The cosine at which two embeddings of a model with limited precision count as equal. */
    float SAME = 0.999f;

    Embedder embedder();

    @Test
    default void it_has_the_name_of_its_model() {
        assertThat(embedder().model()).isNotBlank();
    }

    @Test
    default void no_texts_have_no_embeddings() {
        assertThat(embedder().embed(List.of())).isEmpty();
        assertThat(embedder().embedQueries(List.of())).isEmpty();
    }

    @Test
    default void each_text_gets_its_meaning_in_order_however_many_are_asked_for_at_once() {
        List<String> texts = List.of("send a letter", "weather in Rome", "send a letter", "stock prices");

        List<Embedding> together = embedder().embed(texts);

        assertThat(together).hasSize(4);
        for (int i = 0; i < texts.size(); i++) {
            Embedding alone = embedder().embed(List.of(texts.get(i))).getFirst();
            assertThat(together.get(i).cosine(alone)).isGreaterThan(SAME);
        }
        assertThat(together.get(0).cosine(together.get(1))).isLessThan(SAME);
    }

    @Test
    default void a_query_is_closer_to_a_text_with_the_same_meaning() {
        List<Embedding> tools = embedder().embed(List.of("book a flight to a city", "measure the moisture of wood"));

        Embedding query = embedder()
                .embedQueries(List.of("please book my flight to the city of Paris"))
                .getFirst();

        assertThat(query.cosine(tools.get(0))).isGreaterThan(query.cosine(tools.get(1)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " \t\n", "?", "🎉🎉", "\u0000", "\ud83d", "天気予報", "a\u0301\u0301"})
    default void odd_texts_have_a_meaning_of_the_usual_size(String odd) {
        List<Embedding> both = embedder().embed(List.of("weather", odd));

        assertThat(both.get(1).dimensions()).isEqualTo(both.get(0).dimensions());
    }

    @Test
    default void a_long_text_counts_with_its_beginning() {
        String beginning = "weather in Rome ".repeat(1_000);

        List<Embedding> both = embedder().embed(List.of(beginning, beginning.repeat(10)));

        assertThat(both.get(0).cosine(both.get(1))).isGreaterThan(SAME);
    }

    @Test
    default void it_accepts_the_maximum_of_texts_and_no_more() {
        assertThat(embedder().embed(Collections.nCopies(Embedder.MOST_TEXTS, "mail")))
                .hasSize(Embedder.MOST_TEXTS);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> embedder().embed(Collections.nCopies(Embedder.MOST_TEXTS + 1, "mail")));
    }

    @Test
    default void an_interrupted_thread_returns_and_stays_interrupted() {
        Thread.currentThread().interrupt();

        Refusal refusal = catchThrowableOfType(Refusal.class, () -> embedder().embed(List.of("mail")));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(refusal.problem()).isEqualTo(new CommonProblem.Cancelled());
    }

    @Test
    default void threads_do_not_get_each_other_s_meanings() throws Exception {
        List<String> texts =
                IntStream.range(0, 8).mapToObj(i -> "text number " + i).toList();
        List<Embedding> expected = embedder().embed(texts);
        List<Callable<Embedding>> calls = texts.stream()
                .<Callable<Embedding>>map(
                        text -> () -> embedder().embed(List.of(text)).getFirst())
                .toList();

        List<Embedding> found = AtOnce.run(calls);

        for (int i = 0; i < texts.size(); i++) {
            assertThat(found.get(i).cosine(expected.get(i))).isGreaterThan(SAME);
        }
    }
}
