package dev.guildhall.core.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.FakeEmbedder;
import dev.guildhall.core.Refused;
import dev.guildhall.core.inmemory.HashingEmbedder;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.search.Embedder;
import dev.guildhall.testkit.Sample;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GuardedEmbedderTest {
    private static GuardedEmbedder steady(Embedder embedder) {
        return new GuardedEmbedder(embedder, InstantSource.fixed(Sample.NOW));
    }

    private static Embedder failing(Throwable failure) {
        return new FakeEmbedder("failing", texts -> {
            if (failure instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) failure;
        });
    }

    static Stream<Throwable> unforeseen() {
        return Stream.of(
                new IllegalStateException("Shutdown in progress"),
                new NoClassDefFoundError("Could not initialize class ai.onnxruntime.OrtEnvironment"),
                new UnsatisfiedLinkError("no library"));
    }

    @ParameterizedTest
    @MethodSource("unforeseen")
    void every_exception_of_an_embedder_makes_it_unavailable(Throwable failure) {
        GuardedEmbedder steady = steady(failing(failure));

        assertThat(Refused.by(() -> steady.embed(List.of("tea"))))
                .isEqualTo(new CommonProblem.Unavailable("embedding model"));
        assertThat(Refused.by(() -> steady.embedQueries(List.of("tea"))))
                .isEqualTo(new CommonProblem.Unavailable("embedding model"));
    }

    @Test
    void a_refusal_of_the_embedder_is_thrown_unchanged() {
        Problem cancelled = Refused.by(() ->
                steady(failing(new Refusal(new CommonProblem.Cancelled()))).embed(List.of("tea")));

        assertThat(cancelled).isEqualTo(new CommonProblem.Cancelled());
    }

    @Test
    void what_it_answers_is_the_answer() {
        HashingEmbedder embedder = new HashingEmbedder();

        assertThat(steady(embedder).embed(List.of("tea")).getFirst().values())
                .isEqualTo(embedder.embed(List.of("tea")).getFirst().values());
        assertThat(steady(embedder).model()).isEqualTo(embedder.model());
    }
}
