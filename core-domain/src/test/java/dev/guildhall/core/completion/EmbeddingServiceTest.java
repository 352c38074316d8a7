package dev.guildhall.core.completion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Refused;
import dev.guildhall.core.inmemory.HashingEmbedder;
import dev.guildhall.ports.completion.EmbeddingRequest;
import dev.guildhall.ports.completion.EmbeddingResult;
import dev.guildhall.ports.completion.Embeddings;
import dev.guildhall.ports.completion.OriginalRequest;
import dev.guildhall.ports.completion.Protocol;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Violation;
import dev.guildhall.ports.telemetry.CallMeter;
import dev.guildhall.ports.telemetry.TracedModelCall;
import dev.guildhall.ports.usage.UsageOutcome;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EmbeddingServiceTest {
    private final HashingEmbedder embedder = new HashingEmbedder();
    private final List<TracedModelCall> counted = new ArrayList<>();
    private final CompletionFixture fixture =
            new CompletionFixture(parts -> parts.embedder(embedder).meter(new CallMeter() {
                @Override
                public void asked(TracedModelCall call) {
                    counted.add(call);
                }

                @Override
                public void executed(Execution execution) {}
            }));

    private EmbeddingResult embed(String model, List<String> texts) {
        return ask(new EmbeddingRequest(model, texts));
    }

    @Test
    void the_maximum_of_texts_is_embedded_in_order() {
        List<String> texts = IntStream.range(0, EmbeddingRequest.MOST_TEXTS)
                .mapToObj(i -> "text number " + i)
                .toList();

        EmbeddingResult embedded = embed(embedder.model(), texts);

        assertThat(embedded.embeddings()).hasSize(texts.size());
        assertThat(embedded.embeddings().get(200))
                .isEqualTo(embedder.embed(List.of(texts.get(200))).getFirst());
    }

    @Test
    void texts_cost_their_tokens_and_the_request_is_on_the_account() {
        embed(embedder.model(), List.of("hello world", "hello"));

        assertThat(fixture.entry().usage().promptTokens()).isEqualTo(3);
        assertThat(fixture.entry().outcome()).isEqualTo(UsageOutcome.COMPLETED);
        assertThat(fixture.report().byModel()).containsOnlyKeys(embedder.model());
    }

    @Test
    void a_caller_can_name_the_model_by_an_alias() {
        CompletionFixture aliased = new CompletionFixture(
                parts -> parts.embedder(embedder).embeddingAliases(Set.of("text-embedding-3-small")));
        Embeddings embeddings = aliased.installation().core().embeddings();

        EmbeddingResult embedded = embeddings.embed(
                aliased.caller(), Optional.empty(), new EmbeddingRequest("text-embedding-3-small", List.of("a")));

        assertThat(embedded.embeddings()).isEqualTo(embedder.embed(List.of("a")));
        assertThat(embeddings.models(aliased.caller())).containsExactly(embedder.model(), "text-embedding-3-small");
        assertThat(aliased.report().byModel()).containsOnlyKeys(embedder.model());
    }

    @Test
    void another_number_of_dimensions_and_tokens_are_refused() {
        OriginalRequest tokens = new OriginalRequest(
                Protocol.OPENAI_CHAT, ByteBuffer.allocate(0), Map.of(), List.of("input"), List.of());
        String model = embedder.model();

        assertThat(Refused.by(() -> ask(new EmbeddingRequest(model, List.of("a"), Optional.of(7), Optional.empty()))))
                .isEqualTo(invalid("dimensions", "must be 256, or left out, for this model"));
        assertThat(Refused.by(() -> ask(new EmbeddingRequest(model, List.of(), Optional.empty(), Optional.of(tokens)))))
                .isEqualTo(invalid("input", "is not supported by the embedding model"));
    }

    private static CommonProblem.Invalid invalid(String field, String message) {
        return new CommonProblem.Invalid(List.of(new Violation(field, message)));
    }

    private EmbeddingResult ask(EmbeddingRequest request) {
        return fixture.installation().core().embeddings().embed(fixture.caller(), Optional.empty(), request);
    }

    @Test
    void another_model_is_unknown() {
        assertThat(Refused.by(() -> embed("gpt", List.of("a"))))
                .isEqualTo(
                        new CompletionProblem.UnknownModel("model: \"gpt\" is not the embedding model of this server"));
    }

    @Test
    void no_texts_too_many_texts_and_an_empty_text_are_refused() {
        List<String> tooMany = Collections.nCopies(EmbeddingRequest.MOST_TEXTS + 1, "a");

        assertThat(Refused.by(() -> embed(embedder.model(), List.of()))).isInstanceOf(CommonProblem.Invalid.class);
        assertThat(Refused.by(() -> embed(embedder.model(), tooMany))).isInstanceOf(CommonProblem.Invalid.class);
        assertThat(Refused.by(() -> embed(embedder.model(), List.of("a", ""))))
                .isInstanceOf(CommonProblem.Invalid.class);
        assertThat(fixture.entries()).isEmpty();
    }

    @Test
    void an_embedding_request_is_traced_with_its_tokens() {
        embed(embedder.model(), List.of("hello world"));

        TracedModelCall call = counted.getFirst();
        assertThat(call.operation()).isEqualTo(TracedModelCall.Operation.EMBEDDINGS);
        assertThat(call.asked().model()).isEqualTo(embedder.model());
        assertThat(call.usage().promptTokens()).isPositive();
        assertThat(call.end()).isEqualTo(new TracedModelCall.End.Answered(embedder.model(), Optional.empty()));
    }
}
