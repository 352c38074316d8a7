package dev.guildhall.core.completion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.guildhall.core.LogLines;
import dev.guildhall.core.Refused;
import dev.guildhall.core.config.CompletionLimits;
import dev.guildhall.core.config.Fallbacks;
import dev.guildhall.ports.LabelledCounter;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.ProviderFault;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.telemetry.CallMeter;
import dev.guildhall.ports.telemetry.TracedModelCall;
import dev.guildhall.ports.usage.UsageEntry;
import dev.guildhall.ports.usage.UsageOutcome;
import dev.guildhall.testkit.ManualTicker;
import dev.guildhall.testkit.Sample;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(20)
@Isolated("a test reads all lines of a logger that other classes write to as well")
class RetryingCallTest {
    private static final Problem BUSY = new CompletionProblem.ProviderFailed("busy", true);
    private static final Problem BROKEN = new CompletionProblem.ProviderFailed("broken");

    private static final Duration TOTAL = Duration.ofSeconds(10);
    private static final Optional<Duration> ONE_SECOND = Optional.of(Duration.ofSeconds(1));

    private final List<Duration> waits = new CopyOnWriteArrayList<>();
    private final FakeModel other = new FakeModel("second");
    private final FakeModel third = new FakeModel("third");
    private final Fallbacks fallbacks = new Fallbacks(
            Map.of("fast", List.of(new Fallbacks.Fallback(other, "spare"), new Fallbacks.Fallback(third, "last"))));
    private final CompletionFixture fixture =
            new CompletionFixture(parts -> parts.ticker(waits::add).fallbacks(fallbacks));

    static List<List<Problem>> passing() {
        return List.of(
                List.of(BUSY, BUSY),
                List.of(
                        new CompletionProblem.ProviderLimited(Optional.empty()),
                        new CompletionProblem.ProviderTimedOut("request", true)));
    }

    @ParameterizedTest
    @MethodSource("passing")
    void passing_failures_without_a_time_are_retried_after_growing_waits(List<Problem> failures) {
        failures.forEach(fixture.model()::fails);

        fixture.ask();

        assertThat(fixture.entry().asked()).isEqualTo(new UsageEntry.Asked("first", "fast", 3));
        assertThat(waits).hasSize(2);
        assertThat(waits.get(0)).isBetween(Duration.ofMillis(125), Duration.ofMillis(250));
        assertThat(waits.get(1)).isBetween(Duration.ofMillis(250), Duration.ofMillis(500));
        assertThat(fixture.entry().outcome()).isEqualTo(UsageOutcome.COMPLETED);
    }

    @Test
    void a_time_below_the_backoff_does_not_shorten_it() {
        fixture.model().fails(new CompletionProblem.ProviderFailed("busy", true, Optional.of(Duration.ZERO)));

        fixture.ask();

        assertThat(waits).singleElement().isNotEqualTo(Duration.ZERO);
    }

    @Test
    void a_provider_is_waited_for_up_to_five_seconds() {
        fixture.model().fails(new CompletionProblem.ProviderLimited(Optional.of(Duration.ofSeconds(5))));

        fixture.ask();

        assertThat(waits).containsExactly(Duration.ofSeconds(5));
    }

    @Test
    void a_fallbacks_model_is_asked_for_by_its_own_name_where_the_first_provider_does_not_know_it() {
        fixture.model().fails(new CompletionProblem.UnknownModel("no model last"));

        fixture.completions()
                .complete(fixture.caller(), CompletionRequest.of("Hi").withModel("last"));

        assertThat(fixture.entry().asked()).isEqualTo(new UsageEntry.Asked("third", "last", 2));
        assertThat(other.asked()).isEmpty();
    }

    @Test
    void a_model_that_is_not_known_is_not_replaced_by_another() {
        Problem unknown = new CompletionProblem.UnknownModel("no model fast");
        fixture.model().fails(unknown);

        try (LogLines log = new LogLines(FallbackCall.class)) {
            assertThat(Refused.by(fixture::ask)).isEqualTo(unknown);
            assertThat(log.lines()).as("a mistake of the client is no warning").isEmpty();
        }
        assertThat(other.asked()).isEmpty();
        assertThat(third.asked()).isEmpty();
    }

    @Test
    void the_wait_for_a_rate_limit_is_as_long_as_the_provider_requires_and_limited() {
        fixture.model()
                .fails(new CompletionProblem.ProviderLimited(Optional.of(Duration.ofMillis(1_500))))
                .fails(new CompletionProblem.ProviderLimited(Optional.of(Duration.ofSeconds(7))));
        other.fails(BROKEN);
        third.fails(BROKEN);

        Problem problem = Refused.by(fixture::ask);

        assertThat(waits).containsExactly(Duration.ofMillis(1_500));
        assertThat(problem).isEqualTo(new CompletionProblem.ProviderLimited(Optional.of(Duration.ofSeconds(7))));
    }

    @Test
    void a_provider_whose_quota_is_used_up_is_not_asked_again() {
        fixture.model().fails(new CompletionProblem.ProviderLimited(Optional.empty(), true, ProviderFault.NONE));

        fixture.ask();

        assertThat(waits).isEmpty();
        assertThat(fixture.model().asked()).hasSize(1);
        assertThat(fixture.entry().asked().provider()).isEqualTo("second");
    }

    @Test
    void the_wait_for_a_busy_provider_is_as_long_as_it_requires_and_limited() {
        fixture.model()
                .fails(new CompletionProblem.ProviderFailed("busy", true, Optional.of(Duration.ofSeconds(2))))
                .fails(new CompletionProblem.ProviderFailed("busy", true, Optional.of(Duration.ofSeconds(30))));

        fixture.ask();

        assertThat(waits).containsExactly(Duration.ofSeconds(2));
        assertThat(fixture.entry().asked().provider()).isEqualTo("second");
    }

    @Test
    void fallbacks_are_asked_in_order_until_one_answers() {
        fixture.model().fails(BROKEN);
        other.fails(new CompletionProblem.ProviderTimedOut("first token"));

        fixture.ask();

        assertThat(fixture.entry().asked()).isEqualTo(new UsageEntry.Asked("third", "last", 3));
        assertThat(other.asked().getFirst().sampling().model()).hasValue("spare");
        assertThat(third.asked().getFirst().sampling().model()).hasValue("last");
        assertThat(fixture.report().byModel()).containsOnlyKeys("last");
    }

    @Test
    void metrics_and_the_trace_say_what_was_done_about_failures() {
        List<TracedModelCall> calls = new CopyOnWriteArrayList<>();
        CallMeter meter = new CallMeter() {
            @Override
            public void asked(TracedModelCall call) {
                calls.add(call);
            }

            @Override
            public void executed(Execution execution) {}
        };
        CompletionFixture watched = new CompletionFixture(
                parts -> parts.ticker(waits::add).fallbacks(fallbacks).meter(meter));
        watched.model().fails(BUSY).fails(new CompletionProblem.ProviderLimited(Optional.of(Duration.ofMinutes(1))));

        watched.ask();

        assertThat(figures(watched))
                .containsOnly(
                        Map.entry("retry", 1.0),
                        Map.entry("fallback", 1.0),
                        Map.entry("open_circuit", 0.0),
                        Map.entry("cooldown", 1.0));
        assertThat(calls).singleElement().satisfies(call -> {
            assertThat(call.asked()).isEqualTo(new UsageEntry.Asked("second", "spare", 3));
            assertThat(call.failures())
                    .extracting(TracedModelCall.Failure::provider, TracedModelCall.Failure::error)
                    .containsExactly(tuple("first", "provider_failed"), tuple("first", "provider_limited"));
        });
    }

    /** What was done about failures, by its kind. */
    private static Map<String, Double> figures(CompletionFixture fixture) {
        return fixture.installation().core().metrics().stream()
                .filter(metric -> metric.name().equals("llm_failure_reactions"))
                .map(LabelledCounter.class::cast)
                .flatMap(counter -> counter.values().entrySet().stream())
                .collect(Collectors.toMap(
                        Map.Entry::getKey, part -> part.getValue().getAsDouble()));
    }

    @Test
    void when_all_models_fail_the_caller_gets_the_problem_of_the_requested_model() {
        fixture.model().fails(BROKEN);
        other.fails(new CompletionProblem.RequestRefused("what is that?"));

        assertThat(Refused.by(fixture::ask)).isEqualTo(BROKEN);
        assertThat(third.asked()).isEmpty();
    }

    @Test
    void a_malformed_request_is_not_sent_to_fallbacks() {
        fixture.model().fails(new CompletionProblem.RequestRefused("no such model"));

        Problem problem = Refused.by(fixture::ask);

        assertThat(problem).isEqualTo(new CompletionProblem.RequestRefused("no such model"));
        assertThat(other.asked()).isEmpty();
        assertThat(fixture.model().asked()).hasSize(1);
    }

    @Test
    void no_model_is_asked_again_after_the_first_piece() {
        fixture.model().breaksOff(1, BUSY);

        assertThat(Refused.by(fixture::ask)).isEqualTo(BUSY);
        assertThat(fixture.model().asked()).hasSize(1);
        assertThat(other.asked()).isEmpty();
        assertThat(waits).isEmpty();
    }

    @Test
    void attempts_waits_and_fallbacks_share_one_time_limit() {
        ManualTicker time = new ManualTicker(Sample.NOW);
        CompletionFixture bounded = bounded(time);
        bounded.model()
                .does(slow(time, Duration.ofSeconds(3), new CompletionProblem.ProviderLimited(ONE_SECOND)))
                .does(slow(time, Duration.ofSeconds(4), BROKEN));

        bounded.ask();

        assertThat(bounded.model().asked())
                .extracting(CompletionRequest::within)
                .containsExactly(Optional.of(TOTAL), Optional.of(TOTAL.minusSeconds(4)));
        assertThat(other.asked())
                .extracting(CompletionRequest::within)
                .containsExactly(Optional.of(TOTAL.minusSeconds(8)));
    }

    @Test
    void no_wait_and_no_attempt_exceed_the_time_limit_of_the_request() {
        ManualTicker time = new ManualTicker(Sample.NOW);
        CompletionFixture bounded = bounded(time);
        bounded.model().does(slow(time, Duration.ofMillis(9_500), new CompletionProblem.ProviderLimited(ONE_SECOND)));
        other.does(slow(time, Duration.ofMillis(500), new CompletionProblem.ProviderTimedOut("total")));

        Problem problem = Refused.by(bounded::ask);

        assertThat(problem).isEqualTo(new CompletionProblem.ProviderLimited(ONE_SECOND));
        assertThat(waits).isEmpty();
        assertThat(third.asked()).isEmpty();
        assertThat(bounded.entry().asked()).isEqualTo(new UsageEntry.Asked("second", "spare", 2));
        assertThat(bounded.entry().duration()).isEqualTo(TOTAL);
    }

    /** A fixture whose waits end at once, and are measured. */
    private CompletionFixture bounded(ManualTicker time) {
        return new CompletionFixture(
                CompletionLimits.DEFAULT.withTotal(TOTAL),
                parts -> parts.clock(time)
                        .ticker(wait -> {
                            waits.add(wait);
                            time.advance(wait);
                        })
                        .fallbacks(fallbacks));
    }

    private static Function<ChunkSink, Completion> slow(ManualTicker time, Duration taken, Problem problem) {
        return sink -> {
            time.advance(taken);
            throw new Refusal(problem);
        };
    }

    @Test
    void a_star_stands_for_models_that_are_not_named() {
        FakeModel spare = new FakeModel("spare");
        CompletionFixture any = new CompletionFixture(parts ->
                parts.fallbacks(new Fallbacks(Map.of(Fallbacks.ANY, List.of(new Fallbacks.Fallback(spare, "demo"))))));
        any.model().fails(BROKEN);

        any.ask();

        assertThat(any.entry().asked().provider()).isEqualTo("spare");
    }

    @Test
    void a_client_that_disconnects_between_two_attempts_ends_the_wait() throws Exception {
        ManualTicker still = new ManualTicker(Sample.NOW);
        CompletionFixture waiting = new CompletionFixture(parts -> parts.ticker(still));
        waiting.model().fails(BUSY);
        CompletableFuture<Problem> outcome = new CompletableFuture<>();
        Thread request = Thread.ofVirtual().start(() -> outcome.complete(Refused.by(waiting::ask)));
        still.awaitWaiting(1);

        request.interrupt();

        assertThat(outcome.get(10, TimeUnit.SECONDS)).isEqualTo(new CommonProblem.Cancelled());
        assertThat(waiting.model().asked()).hasSize(1);
        assertThat(waiting.entry().outcome()).isEqualTo(UsageOutcome.CANCELLED);
        assertThat(waiting.entry().usage().promptTokens()).isZero();
    }
}
