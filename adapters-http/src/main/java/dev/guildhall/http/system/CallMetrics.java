package dev.guildhall.http.system;

import dev.guildhall.ports.telemetry.CallMeter;
import dev.guildhall.ports.telemetry.TracedModelCall;
import dev.guildhall.ports.tool.FailureKind;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;

/**
 * Calls of models and tools by the GenAI semantic conventions of OpenTelemetry, in Prometheus' form (contract 8). A model
 * has a label of its own when the configuration names it or it has answered; what users make up has none. Thread-safe.
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

    private final LabelValues models;
    private final LabelValues tools = new LabelValues(Set.of(), MOST_TOOLS);
    private final Histogram tokens;
    private final Histogram durations;
    private final Histogram firstTokens;
    private final Histogram executions;

    CallMetrics(PrometheusRegistry registry, Set<String> configuredModels) {
        models = new LabelValues(configuredModels, MOST_MODELS);
        tokens = histogram("gen_ai_client_token_usage", "Tokens of requests to models.")
                .labelNames(OPERATION, PROVIDER, MODEL, "gen_ai_token_type")
                .classicUpperBounds(
                        1,
                        4,
                        16,
                        64,
                        256,
                        1_024,
                        4_096,
                        16_384,
                        65_536,
                        262_144,
                        1_048_576,
                        4_194_304,
                        16_777_216,
                        67_108_864)
                .register(registry);
        durations = histogram(
                        "gen_ai_client_operation_duration_seconds",
                        "Time of requests to models, with their tries and fallbacks; error_type is empty for an"
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
                        "Time of executions of tools; error_type is empty for a success.")
                .labelNames("gen_ai_tool_name", ERROR)
                .classicUpperBounds(.001, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30)
                .register(registry);
    }

    private static Histogram.Builder histogram(String name, String help) {
        return Histogram.builder().name(name).help(help).classicOnly().withoutExemplars();
    }

    @Override
    public void asked(TracedModelCall call) {
        String operation = call.operation().name().toLowerCase(Locale.ROOT);
        String provider = call.asked().provider();
        String model = modelOf(call);
        String error = switch (call.end()) {
            case TracedModelCall.End.Answered ignored -> NO_ERROR;
            case TracedModelCall.End.Failed(String type) -> type;
        };
        durations.labelValues(operation, provider, model, error).observe(seconds(call.duration()));
        call.firstToken()
                .ifPresent(first ->
                        firstTokens.labelValues(operation, provider, model).observe(seconds(first)));
        count(call.usage().promptTokens(), operation, provider, model, "input");
        count(call.usage().completionTokens(), operation, provider, model, "output");
    }

    private void count(long used, String operation, String provider, String model, String type) {
        if (used > 0) {
            tokens.labelValues(operation, provider, model, type).observe((double) used);
        }
    }

    private String modelOf(TracedModelCall call) {
        String model = call.asked().model();
        return call.end() instanceof TracedModelCall.End.Answered ? models.add(model) : models.find(model);
    }

    @Override
    public void executed(Execution execution) {
        String tool = execution.tool().map(tools::add).orElse(LabelValues.OTHER);
        String error = execution.failure().map(FailureKind::wireName).orElse(NO_ERROR);
        executions.labelValues(tool, error).observe(seconds(execution.duration()));
    }

    private static double seconds(Duration time) {
        return time.toNanos() / NANOS;
    }
}
