package dev.guildhall.core.completion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Refused;
import dev.guildhall.core.config.Fallbacks;
import dev.guildhall.core.config.ModelRoute;
import dev.guildhall.ports.Gauge;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ModelCatalogue;
import dev.guildhall.ports.model.ModelDefinition;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.usage.UsageEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class ModelRouteTest {
    private static final Duration COOLDOWN = Duration.ofSeconds(30);

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-20T10:00:00Z"));
    private final FakeModel east = new FakeModel("east");
    private final FakeModel west = new FakeModel("west");

    private CompletionFixture fixture(ModelDefinition.Choice choice, int eastWeight, String... fallbacks) {
        ModelRoute route = new ModelRoute(
                List.of(
                        new ModelRoute.Deployment(east, "model-east", eastWeight),
                        new ModelRoute.Deployment(west, "model-west", 1)),
                choice,
                COOLDOWN,
                List.of(fallbacks));
        return new CompletionFixture(parts ->
                parts.clock(now::get).ticker(ignored -> {}).fallbacks(new Fallbacks(Map.of(), Map.of("alias", route))));
    }

    private static Completion ask(CompletionFixture fixture) {
        return fixture.completions()
                .complete(fixture.caller(), CompletionRequest.of("hello").withModel("alias"));
    }

    private Function<ChunkSink, Completion> after(Duration time) {
        return sink -> {
            now.updateAndGet(at -> at.plus(time));
            return FakeModel.whole();
        };
    }

    @Test
    void deployments_are_asked_by_their_weight_under_their_own_names() {
        CompletionFixture fixture = fixture(ModelDefinition.Choice.WEIGHTED, 3);

        for (int i = 0; i < 400; i++) {
            ask(fixture);
        }

        assertThat(east.asked().size()).isBetween(240, 360);
        assertThat(east.asked().size() + west.asked().size()).isEqualTo(400);
        assertThat(east.asked().getFirst().sampling().model()).contains("model-east");
        assertThat(fixture.entry().asked().model()).isEqualTo("alias");
    }

    @Test
    void when_one_fails_the_other_is_asked_at_once() {
        CompletionFixture fixture = fixture(ModelDefinition.Choice.LEAST_LATENCY, 1);
        east.fails(new CompletionProblem.ProviderFailed("busy", true));

        ask(fixture);

        assertThat(east.asked()).hasSize(1);
        assertThat(fixture.entry().asked()).isEqualTo(new UsageEntry.Asked("west", "alias", 2));
    }

    @Test
    void the_fastest_is_asked_first_once_all_were_asked() {
        CompletionFixture fixture = fixture(ModelDefinition.Choice.LEAST_LATENCY, 1);
        east.does(after(Duration.ofSeconds(2)));
        west.does(after(Duration.ofSeconds(1)));

        ask(fixture);
        ask(fixture);
        ask(fixture);

        assertThat(east.asked()).hasSize(1);
        assertThat(west.asked()).hasSize(2);
    }

    @Test
    void one_that_limited_the_rate_comes_last_for_the_time_that_it_named() {
        CompletionFixture fixture = fixture(ModelDefinition.Choice.LEAST_LATENCY, 1);
        east.fails(new CompletionProblem.ProviderLimited(Optional.of(Duration.ofSeconds(60))));
        west.does(after(Duration.ofSeconds(1)));

        ask(fixture);
        now.updateAndGet(at -> at.plusSeconds(50));
        ask(fixture);
        assertThat(east.asked()).hasSize(1);
        now.updateAndGet(at -> at.plusSeconds(20));
        ask(fixture);

        assertThat(east.asked()).hasSize(2);
    }

    @Test
    void fallbacks_follow_when_all_deployments_fail() {
        CompletionFixture fixture = fixture(ModelDefinition.Choice.LEAST_LATENCY, 1, "fast");
        east.fails(new CompletionProblem.ProviderRefusedKey());
        west.fails(new CompletionProblem.ProviderRefusedKey());

        ask(fixture);

        assertThat(fixture.entry().asked()).isEqualTo(new UsageEntry.Asked("first", "fast", 3));
    }

    @Test
    void a_provider_whose_circuit_is_open_is_not_asked_until_its_trial() {
        CompletionFixture fixture =
                new CompletionFixture(parts -> parts.clock(now::get).ticker(ignored -> {}));
        for (int i = 0; i < CircuitBreaker.LEAST_REQUESTS; i++) {
            fixture.model().fails(new CompletionProblem.ProviderFailed("broken"));
            assertThat(Refused.by(fixture::ask)).isInstanceOf(CompletionProblem.ProviderFailed.class);
        }

        assertThat(Refused.by(fixture::ask))
                .isEqualTo(new CompletionProblem.ProviderUnavailable(Duration.ofSeconds(10)));
        assertThat(fixture.model().asked()).hasSize(CircuitBreaker.LEAST_REQUESTS);
        assertThat(fixture.installation().core().metrics())
                .filteredOn(metric -> metric.name().equals("llm_open_circuits"))
                .extracting(metric -> ((Gauge) metric).value().getAsDouble())
                .containsExactly(1.0);

        now.updateAndGet(at -> at.plusSeconds(10));
        fixture.ask();
        assertThat(fixture.model().asked()).hasSize(CircuitBreaker.LEAST_REQUESTS + 1);
    }

    @Test
    void routes_are_among_the_models() {
        CompletionFixture fixture = fixture(ModelDefinition.Choice.WEIGHTED, 1);

        assertThat(fixture.completions().models(fixture.caller()).models())
                .extracting(ModelCatalogue.Model::id)
                .containsExactly("fast", "alias");
    }
}
