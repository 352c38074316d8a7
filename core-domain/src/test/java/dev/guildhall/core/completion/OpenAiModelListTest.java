package dev.guildhall.core.completion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.guildhall.core.LogLines;
import dev.guildhall.core.Refused;
import dev.guildhall.core.config.Fallbacks;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ModelCatalogue;
import dev.guildhall.ports.completion.ModelInfo;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.telemetry.CallMeter;
import dev.guildhall.ports.telemetry.TracedModelCall;
import dev.guildhall.testkit.contract.AtOnce;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Isolated("a test reads all lines of a logger that other classes write to as well")
class OpenAiModelListTest {
    private static final Problem DOWN = new CompletionProblem.ProviderFailed("down");

    private final CompletionFixture fixture = new CompletionFixture();

    private List<ModelInfo> models() {
        return fixture.completions().models(fixture.caller()).models().stream()
                .map(model -> new ModelInfo(model.id(), model.name()))
                .toList();
    }

    private static List<ModelCatalogue.Model> catalogue(CompletionFixture fixture) {
        return fixture.completions().models(fixture.caller()).models();
    }

    /** A fixture whose models have two fallbacks at another provider, and one at their own. */
    private CompletionFixture withFallbacks(FakeModel other) {
        return new CompletionFixture(parts -> parts.fallbacks(new Fallbacks(Map.of(
                Fallbacks.ANY,
                List.of(new Fallbacks.Fallback(other, "spare"), new Fallbacks.Fallback(other, "fast")),
                "big",
                List.of(new Fallbacks.Fallback(other, "spare"))))));
    }

    @Test
    void the_models_of_fallbacks_are_listed_behind_those_of_the_first_provider_and_no_id_twice() {
        FakeModel other = new FakeModel("second")
                .lists(() -> List.of(new ModelInfo("spare", "Spare"), new ModelInfo("unplanned", "Unplanned")));

        assertThat(catalogue(withFallbacks(other)))
                .containsExactly(
                        new ModelCatalogue.Model("fast", "fast", "first"),
                        new ModelCatalogue.Model("spare", "Spare", "second"));
    }

    @Test
    void the_default_is_named_wherever_the_provider_lists_it() {
        fixture.model().lists(() -> List.of(new ModelInfo("large", "Large"), new ModelInfo("fast", "Fast")));

        assertThat(fixture.completions().models(fixture.caller()).defaultModel())
                .contains("fast");
    }

    @Test
    void the_models_of_fallbacks_are_listed_while_the_first_provider_is_down() {
        CompletionFixture fixture = withFallbacks(new FakeModel("second"));
        fixture.model().listsNone(new Refusal(DOWN));

        assertThat(catalogue(fixture))
                .containsExactly(
                        new ModelCatalogue.Model("spare", "spare", "second"),
                        new ModelCatalogue.Model("fast", "fast", "second"));
    }

    @Test
    void a_fallback_that_does_not_answer_is_left_out() {
        FakeModel other = new FakeModel("second").listsNone(new Refusal(DOWN));

        assertThat(catalogue(withFallbacks(other))).containsExactly(new ModelCatalogue.Model("fast", "fast", "first"));
    }

    @Test
    void when_no_provider_responds_the_caller_gets_the_problem_of_the_first_one() {
        CompletionFixture fixture = withFallbacks(
                new FakeModel("second").listsNone(new Refusal(new CompletionProblem.ProviderFailed("down as well"))));
        fixture.model().listsNone(new Refusal(DOWN));

        assertThat(Refused.by(() -> catalogue(fixture))).isEqualTo(DOWN);
    }

    @Test
    void a_name_that_a_client_made_up_was_a_label_of_the_metrics() throws Exception {
        CountDownLatch fetched = new CountDownLatch(1);
        List<Boolean> listed = Collections.synchronizedList(new ArrayList<>());
        CompletionFixture fixture = new CompletionFixture(parts -> parts.meter(new CallMeter() {
            @Override
            public void asked(TracedModelCall call) {
                listed.add(call.listed());
            }

            @Override
            public void executed(Execution execution) {}
        }));
        fixture.model().lists(() -> {
            fetched.countDown();
            return List.of(new ModelInfo("large", "Large"));
        });

        fixture.ask();
        ask(fixture, "made-up");
        fetched.await();
        while (listed.stream().filter(Boolean::booleanValue).count() < 2) {
            ask(fixture, "large");
        }
        ask(fixture, "made-up");

        assertThat(listed).startsWith(true, false).endsWith(true, false);
    }

    private static void ask(CompletionFixture fixture, String model) {
        fixture.completions()
                .complete(fixture.caller(), CompletionRequest.of("hello").withModel(model));
    }

    @Test
    void the_provider_is_asked_once_a_minute_however_many_ask() throws Exception {
        AtOnce.run(Collections.nCopies(20, this::models));
        fixture.installation().time().advance(Duration.ofSeconds(59));
        models();
        int early = fixture.model().listed();
        fixture.installation().time().advance(Duration.ofSeconds(1));
        models();

        assertThat(early).isEqualTo(1);
        assertThat(fixture.model().listed()).isEqualTo(2);
    }

    @Test
    void the_cached_list_is_used_while_the_provider_is_unreachable_and_not_asked_each_time() {
        List<ModelInfo> known = models();
        fixture.model().listsNone(new Refusal(DOWN));
        fixture.installation().time().advance(Duration.ofHours(1));

        assertThat(models()).isEqualTo(known);
        assertThat(models()).isEqualTo(known);
        assertThat(fixture.model().listed()).isEqualTo(2);
    }

    @Test
    void without_a_cached_list_a_request_fails_until_the_provider_responds() {
        fixture.model().listsNone(new Refusal(DOWN));

        Problem first = Refused.by(this::models);
        Problem second = Refused.by(this::models);
        int asked = fixture.model().listed();
        fixture.model().lists(() -> List.of(new ModelInfo("a", "A")));
        fixture.installation().time().advance(Duration.ofSeconds(5));

        assertThat(first).isEqualTo(DOWN);
        assertThat(second).isEqualTo(DOWN);
        assertThat(asked).isEqualTo(1);
        assertThat(models()).containsExactly(new ModelInfo("a", "A"));
    }

    @ParameterizedTest
    @MethodSource("oddFailures")
    void the_cached_list_is_used_after_any_failure_of_the_provider(RuntimeException odd) {
        List<ModelInfo> known = models();
        fixture.model().listsNone(odd);
        fixture.installation().time().advance(Duration.ofHours(1));

        try (LogLines log = new LogLines(ModelLists.class)) {
            assertThat(models()).isEqualTo(known);
            assertThat(models()).isEqualTo(known);

            assertThat(log.lines()).hasSize(1);
            assertThat(fixture.model().listed()).isEqualTo(2);
        }
    }

    static List<RuntimeException> oddFailures() {
        return List.of(new IllegalStateException("a bug"), new Refusal(new CommonProblem.Unavailable("provider")));
    }

    @Test
    void an_unexpected_exception_is_thrown_unchanged_without_a_cached_list() {
        RuntimeException bug = new IllegalStateException("a bug");
        fixture.model().listsNone(bug);

        Throwable first = catchThrowable(this::models);
        Throwable second = catchThrowable(this::models);

        assertThat(first).isSameAs(bug);
        assertThat(second).isSameAs(bug);
        assertThat(fixture.model().listed()).isEqualTo(1);
    }

    @Test
    void a_client_that_disconnects_is_no_failure_of_the_provider() {
        fixture.model().listsNone(new Refusal(new CommonProblem.Cancelled()));
        Problem left = Refused.by(this::models);
        fixture.model().lists(() -> List.of(new ModelInfo("a", "A")));

        assertThat(left).isEqualTo(new CommonProblem.Cancelled());
        assertThat(models()).containsExactly(new ModelInfo("a", "A"));
    }
}
