package dev.guildhall.http.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.LabelledCounter;
import dev.guildhall.ports.completion.FinishReason;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.telemetry.CallMeter;
import dev.guildhall.ports.telemetry.TracedModelCall;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.usage.Cost;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.ports.usage.UsageEntry;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CallMetricsTest {
    private static final TracedModelCall.End ANSWERED =
            new TracedModelCall.End.Answered("m", Optional.of(FinishReason.STOP));
    private static final TracedModelCall.End FAILED = new TracedModelCall.End.Failed("provider_failed");

    private final Metrics metrics = new Metrics(Set.of("configured"), "1.2.3");

    private void asks(String model, TracedModelCall.End end) {
        asks(model, end, Optional.empty());
    }

    private void asks(String model, TracedModelCall.End end, Optional<Cost> cost) {
        asks(model, !model.startsWith("made-up"), end, cost);
    }

    private void asks(String model, boolean listed, TracedModelCall.End end, Optional<Cost> cost) {
        metrics.calls()
                .asked(new TracedModelCall(
                        Optional.empty(),
                        Instant.EPOCH,
                        Duration.ofMillis(1_500),
                        TracedModelCall.Operation.CHAT,
                        new UsageEntry.Asked("openai", model, 1),
                        listed,
                        List.of(),
                        Optional.empty(),
                        Sampling.DEFAULT,
                        true,
                        Optional.of(Duration.ofMillis(250)),
                        end == ANSWERED ? new Usage(30, 12) : Usage.NONE,
                        cost,
                        end));
    }

    private void executes(Optional<String> tool, Optional<FailureKind> failure) {
        metrics.calls().executed(new CallMeter.Execution(tool, Duration.ofMillis(20), failure));
    }

    @Test
    void tokens_times_and_first_tokens_are_counted_by_provider_and_model() {
        asks("gpt", ANSWERED);
        asks("gpt", ANSWERED);

        String labels = "{gen_ai_operation_name=\"chat\",gen_ai_provider_name=\"openai\",gen_ai_request_model=\"gpt\"";
        assertThat(metrics.text())
                .contains("gen_ai_client_token_usage_sum" + labels + ",gen_ai_token_type=\"input\"} 60.0")
                .contains("gen_ai_client_token_usage_sum" + labels + ",gen_ai_token_type=\"output\"} 24.0")
                .contains("gen_ai_server_time_to_first_token_seconds_sum" + labels + "} 0.5")
                .contains("# TYPE gen_ai_client_operation_duration_seconds histogram");
        assertThat(durationCount("gpt", "")).isEqualTo(2);
    }

    @Test
    void inferences_are_counted_by_the_conventions_as_they_are_now() {
        asks("gpt", ANSWERED);
        asks("gpt", ANSWERED);
        asks("gpt", FAILED);

        String labels = "{gen_ai_operation_name=\"chat\",gen_ai_provider_name=\"openai\",gen_ai_request_model=\"gpt\"";
        String counted = labels + ",gen_ai_token_modality=\"unknown\"} ";
        assertThat(metrics.text())
                .contains("# TYPE gen_ai_client_inference_usage_input_tokens_total counter")
                .contains("gen_ai_client_inference_usage_input_tokens_total" + counted + "60.0")
                .contains("gen_ai_client_inference_usage_output_tokens_total" + counted + "24.0")
                .contains("gen_ai_client_inference_usage_reasoning_output_tokens_total" + counted + "0.0")
                .contains("gen_ai_client_inference_usage_cache_read_input_tokens_total" + counted + "0.0")
                .contains("gen_ai_client_inference_usage_cache_write_input_tokens_total" + counted + "0.0")
                .contains("gen_ai_client_inference_operation_input_tokens_sum" + labels + "} 60.0")
                .contains("gen_ai_client_inference_operation_input_tokens_count" + labels + "} 2")
                .contains("gen_ai_client_inference_time_to_first_chunk_seconds_sum" + labels + "} 0.75")
                .contains("# TYPE gen_ai_client_inference_duration_seconds histogram");
        assertThat(metrics.text()
                        .lines()
                        .filter(line -> line.startsWith("gen_ai_client_inference_duration_seconds_count")))
                .anyMatch(line -> line.contains("error_type=\"\"") && line.endsWith(" 2"))
                .anyMatch(line -> line.contains("error_type=\"provider_failed\"") && line.endsWith(" 1"));
    }

    @Test
    void a_provider_has_the_name_of_the_conventions() {
        assertThat(List.of("gemini", "azure", "bedrock", "openai").stream().map(TracedModelCall::conventionalName))
                .containsExactly("gcp.gemini", "azure.ai.openai", "aws.bedrock", "openai");
    }

    @Test
    void what_requests_cost_is_counted_by_model_and_currency() {
        Cost cost = new Cost(new BigDecimal("0.25"), Currency.getInstance("EUR"));

        asks("gpt", ANSWERED, Optional.of(cost));
        asks("gpt", ANSWERED, Optional.of(cost));
        asks("free", ANSWERED);

        assertThat(metrics.text())
                .contains("# TYPE guildhall_cost_total counter")
                .contains("guildhall_cost_total{currency=\"EUR\",gen_ai_request_model=\"gpt\"} 0.5")
                .doesNotContain("guildhall_cost_total{currency=\"EUR\",gen_ai_request_model=\"free\"}");
    }

    @Test
    void a_failure_is_counted_by_its_kind_under_the_configured_name() {
        asks("configured", FAILED);

        assertThat(durationCount("configured", "provider_failed")).isEqualTo(1);
    }

    @Test
    void names_that_callers_make_up_get_no_label_of_their_own_also_when_a_provider_answers_them() {
        for (int i = 0; i < 150; i++) {
            asks("made-up-" + i, FAILED);
            asks("made-up-" + i, ANSWERED);
        }

        assertThat(metrics.text()).doesNotContain("made-up");
        assertThat(durationCount("other", "provider_failed")).isEqualTo(150);
        assertThat(durationCount("other", "")).isEqualTo(150);
    }

    @Test
    void a_provider_that_lists_many_models_cannot_make_labels_without_bound() {
        for (int i = 0; i < 300; i++) {
            asks("listed-" + i, ANSWERED);
        }
        asks("configured", ANSWERED);

        assertThat(metrics.text()
                        .lines()
                        .filter(line -> line.startsWith("gen_ai_client_operation_duration_seconds_count")))
                .hasSize(102);
        assertThat(durationCount("configured", "")).isEqualTo(1);
    }

    @Test
    void executions_are_counted_by_tool_and_outcome_and_those_of_private_tools_together() {
        executes(Optional.of("builtin.calculate"), Optional.empty());
        executes(Optional.of("builtin.calculate"), Optional.of(FailureKind.FAILED));
        executes(Optional.empty(), Optional.empty());

        assertThat(metrics.text())
                .contains(
                        "gen_ai_execute_tool_duration_seconds_count{error_type=\"\",gen_ai_tool_name=\"builtin.calculate\"}"
                            + " 1")
                .contains(
                        "gen_ai_execute_tool_duration_seconds_count{error_type=\"failed\",gen_ai_tool_name=\"builtin.calculate\"}"
                            + " 1")
                .contains("gen_ai_execute_tool_duration_seconds_count{error_type=\"\",gen_ai_tool_name=\"other\"} 1");
    }

    @Test
    void what_only_grows_is_a_counter() {
        assertThat(metrics.text())
                .contains("# TYPE guildhall_jvm_gc_seconds_total counter")
                .contains("# TYPE guildhall_jvm_heap_used_bytes gauge");
    }

    @Test
    void the_process_and_the_build_are_told_under_the_names_that_prometheus_users_know() {
        assertThat(metrics.text())
                .contains("# TYPE process_start_time_seconds gauge")
                .contains("# TYPE process_cpu_seconds_total counter")
                .contains("guildhall_build_info{version=\"1.2.3\"} 1");
    }

    @Test
    void a_counter_with_a_label_has_a_line_for_each_part() {
        metrics.add(new LabelledCounter(
                "eggs", "Eggs that were laid, by colour.", "colour", Map.of("brown", () -> 2, "white", () -> 1)));

        assertThat(metrics.text())
                .contains("guildhall_eggs_total{colour=\"brown\"} 2.0")
                .contains("guildhall_eggs_total{colour=\"white\"} 1.0");
    }

    private long durationCount(String model, String error) {
        return metrics.text()
                .lines()
                .filter(line -> line.startsWith("gen_ai_client_operation_duration_seconds_count"))
                .filter(line -> line.contains("error_type=\"" + error + "\""))
                .filter(line -> line.contains("gen_ai_request_model=\"" + model + "\""))
                .mapToLong(line -> Math.round(Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1))))
                .sum();
    }
}
