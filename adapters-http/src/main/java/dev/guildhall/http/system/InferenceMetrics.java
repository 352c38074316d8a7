package dev.guildhall.http.system;

import dev.guildhall.ports.telemetry.TracedModelCall;
import dev.guildhall.ports.usage.Usage;
import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.stream.DoubleStream;

/** The metrics of requests for answers of models, {@code gen_ai.client.inference.*}. */
final class InferenceMetrics {
    private static final String PREFIX = "gen_ai_client_inference_";

    /** Providers do not say which tokens are of text. */
    private static final String MODALITY = "unknown";

    private static final String[] LABELS = {"gen_ai_operation_name", "gen_ai_provider_name", "gen_ai_request_model"};
    private static final double[] TOKENS =
            DoubleStream.iterate(1, bound -> 4 * bound).limit(14).toArray();

    private final Histogram durations;
    private final Histogram firstChunks;
    private final Histogram inputOfOne;
    private final Histogram outputOfOne;
    private final Counter input;
    private final Counter output;
    private final Counter cacheRead;
    private final Counter cacheWrite;
    private final Counter reasoning;

    InferenceMetrics(PrometheusRegistry registry) {
        durations = histogram("duration_seconds", "Duration of requests to models; error_type is empty for an answer.")
                .labelNames(LABELS[0], LABELS[1], LABELS[2], "error_type")
                .classicUpperBounds(.01, .02, .04, .08, .16, .32, .64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92)
                .register(registry);
        firstChunks = histogram("time_to_first_chunk_seconds", "Time from a request to the first chunk of its stream.")
                .labelNames(LABELS)
                .classicUpperBounds(.001, .005, .01, .02, .04, .06, .08, .1, .25, .5, .75, 1, 2.5, 5, 7.5, 10)
                .register(registry);
        inputOfOne = tokens("operation_input_tokens", "Input tokens of one request.", registry);
        outputOfOne = tokens("operation_output_tokens", "Output tokens of one request.", registry);
        input = counter("usage_input_tokens", "Input tokens, with cached ones.", registry);
        output = counter("usage_output_tokens", "Output tokens, with those of reasoning.", registry);
        cacheRead = counter("usage_cache_read_input_tokens", "Input tokens from caches of providers.", registry);
        cacheWrite = counter("usage_cache_write_input_tokens", "Input tokens into caches of providers.", registry);
        reasoning = counter("usage_reasoning_output_tokens", "Output tokens of reasoning.", registry);
    }

    private static Histogram.Builder histogram(String name, String help) {
        return CallMetrics.histogram(PREFIX + name, help);
    }

    private static Histogram tokens(String name, String help, PrometheusRegistry registry) {
        return histogram(name, help)
                .labelNames(LABELS)
                .classicUpperBounds(TOKENS)
                .register(registry);
    }

    private static Counter counter(String name, String help, PrometheusRegistry registry) {
        return Counter.builder()
                .name(PREFIX + name)
                .help(help)
                .labelNames(LABELS[0], LABELS[1], LABELS[2], "gen_ai_token_modality")
                .withoutExemplars()
                .register(registry);
    }

    /** The metrics of one kind of request, looked up once. */
    Series of(String operation, String provider, String model) {
        String[] labels = {operation, provider, model};
        String[] counted = {operation, provider, model, MODALITY};
        return new Series(
                durations,
                labels,
                durations.labelValues(operation, provider, model, ""),
                firstChunks.labelValues(labels),
                inputOfOne.labelValues(labels),
                outputOfOne.labelValues(labels),
                new Counts(
                        input.labelValues(counted),
                        output.labelValues(counted),
                        cacheRead.labelValues(counted),
                        cacheWrite.labelValues(counted),
                        reasoning.labelValues(counted)));
    }

    private record Counts(
            CounterDataPoint input,
            CounterDataPoint output,
            CounterDataPoint cacheRead,
            CounterDataPoint cacheWrite,
            CounterDataPoint reasoning) {
        void add(Usage usage) {
            input.inc(usage.promptTokens());
            output.inc(usage.completionTokens());
            cacheRead.inc(usage.cachedTokens());
            cacheWrite.inc(usage.cacheWriteTokens());
            reasoning.inc(usage.reasoningTokens());
        }
    }

    /** The metrics of requests with the same labels. */
    static final class Series {
        private final Histogram durations;
        private final String[] labels;
        private final DistributionDataPoint answered;
        private final DistributionDataPoint firstChunk;
        private final DistributionDataPoint input;
        private final DistributionDataPoint output;
        private final Counts counts;

        private Series(
                Histogram durations,
                String[] labels,
                DistributionDataPoint answered,
                DistributionDataPoint firstChunk,
                DistributionDataPoint input,
                DistributionDataPoint output,
                Counts counts) {
            this.durations = durations;
            this.labels = labels;
            this.answered = answered;
            this.firstChunk = firstChunk;
            this.input = input;
            this.output = output;
            this.counts = counts;
        }

        void count(TracedModelCall call) {
            double seconds = CallMetrics.seconds(call.duration());
            switch (call.end()) {
                case TracedModelCall.End.Answered ignored -> answered.observe(seconds);
                case TracedModelCall.End.Failed(String error) ->
                    durations
                            .labelValues(labels[0], labels[1], labels[2], error)
                            .observe(seconds);
            }
            call.firstToken().ifPresent(first -> firstChunk.observe(CallMetrics.seconds(first)));
            counts.add(call.usage());
            if (call.usage().promptTokens() > 0) {
                input.observe((double) call.usage().promptTokens());
                output.observe((double) call.usage().completionTokens());
            }
        }
    }
}
