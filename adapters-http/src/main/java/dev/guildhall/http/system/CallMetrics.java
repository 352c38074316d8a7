package dev.guildhall.http.system;

import dev.guildhall.ports.telemetry.CallMeter;
import dev.guildhall.ports.telemetry.TracedModelCall;
import dev.guildhall.ports.tool.FailureKind;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.DoubleStream;

/**
 * Metrics of model and tool calls by the GenAI semantic conventions of OpenTelemetry, in Prometheus' format
 * (operation-8); those that have other names by now keep the former ones for one release. A model has a label of its own when the configuration or a provider lists it; names that users make
 * up have none.
 */
final class CallMetrics implements CallMeter {
    private static final int MOST_MODELS = 100;
    private static final int MOST_TOOLS = 200;
    private static final double NANOS = 1e9;
    private static final String NO_ERROR = "";

    private static final String OPERATION = "gen_ai_operation_name";
    private static final String PROVIDER = "gen_ai_provider_name";
    private static final String MODEL = "gen_ai_request_model";
    private static final String ERROR = "error_type";

    private final ConcurrentHashMap<Group, Series> series = new ConcurrentHashMap<>();
    private final LabelValues models;
    private final LabelValues tools = new LabelValues(Set.of(), MOST_TOOLS);
    private final Histogram tokens;
    private final Histogram durations;
    private final Histogram firstTokens;
    private final Histogram executions;
    private final Counter costs;
    private final InferenceMetrics inferences;

    CallMetrics(PrometheusRegistry registry, Set<String> configuredModels) {
        models = new LabelValues(configuredModels, MOST_MODELS);
        tokens = histogram("gen_ai_client_token_usage", "Input and output tokens of requests to models.")
                .labelNames(OPERATION, PROVIDER, MODEL, "gen_ai_token_type")
                .classicUpperBounds(
                        DoubleStream.iterate(1, bound -> 4 * bound).limit(14).toArray())
                .register(registry);
        durations = histogram(
                        "gen_ai_client_operation_duration_seconds",
                        "Duration of requests to models, with retries and fallbacks; error_type is empty for an"
                                + " answer.")
                .labelNames(OPERATION, PROVIDER, MODEL, ERROR)
                .classicUpperBounds(.01, .02, .04, .08, .16, .32, .64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92)
                .register(registry);
        firstTokens = histogram(
                        "gen_ai_server_time_to_first_token_seconds",
                        "Time from a request to the first token of its streamed answer.")
                .labelNames(OPERATION, PROVIDER, MODEL)
                .classicUpperBounds(.001, .005, .01, .02, .04, .06, .08, .1, .25, .5, .75, 1, 2.5, 5, 7.5, 10)
                .register(registry);
        executions = histogram(
                        "gen_ai_execute_tool_duration_seconds",
                        "Duration of executions of tools; error_type is empty for a success.")
                .labelNames("gen_ai_tool_name", ERROR)
                .classicUpperBounds(.001, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30)
                .register(registry);
        costs = costs(registry);
        inferences = new InferenceMetrics(registry);
    }

    private static Counter costs(PrometheusRegistry registry) {
        return Counter.builder()
                .name("guildhall_cost_total")
                .help("What requests to models cost, by the configured prices.")
                .labelNames(MODEL, "currency")
                .withoutExemplars()
                .register(registry);
    }

    static Histogram.Builder histogram(String name, String help) {
        return Histogram.builder().name(name).help(help).classicOnly().withoutExemplars();
    }

    private record Group(TracedModelCall.Operation operation, String provider, String model) {}

    /** Their metrics, looked up once: a look-up by labels costs more than the counting. */
    private record Series(
            DistributionDataPoint answered,
            DistributionDataPoint firstToken,
            DistributionDataPoint input,
            DistributionDataPoint output,
            Optional<InferenceMetrics.Series> inference) {}

    @Override
    public void asked(TracedModelCall call) {
        Group group = new Group(
                call.operation(), TracedModelCall.conventionalName(call.asked().provider()), modelOf(call));
        Series of = series.computeIfAbsent(group, this::begin);
        switch (call.end()) {
            case TracedModelCall.End.Answered ignored -> of.answered().observe(seconds(call.duration()));
            case TracedModelCall.End.Failed(String error) ->
                durations(group, error).observe(seconds(call.duration()));
        }
        of.inference().ifPresent(inference -> inference.count(call));
        call.firstToken().ifPresent(first -> of.firstToken().observe(seconds(first)));
        call.cost()
                .filter(cost -> cost.amount().signum() > 0)
                .ifPresent(
                        cost -> costs.labelValues(group.model(), cost.currency().getCurrencyCode())
                                .inc(cost.amount().doubleValue()));
        count(call.usage().promptTokens(), of.input());
        count(call.usage().completionTokens(), of.output());
    }

    private Series begin(Group group) {
        String operation = nameOf(group);
        return new Series(
                durations(group, NO_ERROR),
                firstTokens.labelValues(operation, group.provider(), group.model()),
                tokens.labelValues(operation, group.provider(), group.model(), "input"),
                tokens.labelValues(operation, group.provider(), group.model(), "output"),
                group.operation() == TracedModelCall.Operation.EMBEDDINGS
                        ? Optional.empty()
                        : Optional.of(inferences.of(operation, group.provider(), group.model())));
    }

    private DistributionDataPoint durations(Group group, String error) {
        return durations.labelValues(nameOf(group), group.provider(), group.model(), error);
    }

    private static String nameOf(Group group) {
        return group.operation().name().toLowerCase(Locale.ROOT);
    }

    private static void count(long used, DistributionDataPoint counted) {
        if (used > 0) {
            counted.observe((double) used);
        }
    }

    private String modelOf(TracedModelCall call) {
        String model = call.asked().model();
        return call.listed() ? models.add(model) : models.find(model);
    }

    @Override
    public void executed(Execution execution) {
        String tool = execution.tool().map(tools::add).orElse(LabelValues.OTHER);
        String error = execution.failure().map(FailureKind::wireName).orElse(NO_ERROR);
        executions.labelValues(tool, error).observe(seconds(execution.duration()));
    }

    static double seconds(Duration time) {
        return time.toNanos() / NANOS;
    }
}
