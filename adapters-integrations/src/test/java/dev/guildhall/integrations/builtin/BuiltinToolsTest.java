package dev.guildhall.integrations.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.integrations.schema.JsonSchemaValidator;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolInvoker;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.tool.ToolSpec;
import dev.guildhall.testkit.contract.tool.ToolInvokerContract;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BuiltinToolsTest implements ToolInvokerContract {
    private static final ToolName CALCULATE = new ToolName("builtin.calculate");
    private static final ToolName TIME_NOW = new ToolName("builtin.time_now");

    private final BuiltinTools tools = Tools.ALL;

    @Override
    public ToolInvoker invoker() {
        return tools;
    }

    @Override
    public ToolName goodTool() {
        return CALCULATE;
    }

    @Override
    public Map<String, Object> goodArguments() {
        return Map.of("expression", "1+1");
    }

    @Test
    void calculator_returns_the_expression_and_its_result() {
        assertThat(calculate("12*12"))
                .isEqualTo(new ToolOutcome.Success(Map.of("expression", "12*12", "result", 144L)));
    }

    @Test
    void division_by_zero_is_a_failure_that_names_it() {
        assertThat(calculate("1/0")).isEqualTo(new ToolOutcome.Failure(FailureKind.FAILED, "division by zero"));
    }

    @Test
    void surprising_arguments_are_failures() {
        Tools.failure(FailureKind.INVALID_ARGUMENTS, "calculate", Map.of("expression", 7));
        Tools.failure(FailureKind.INVALID_ARGUMENTS, "calculate", Map.of());
        Tools.failure(FailureKind.INVALID_ARGUMENTS, "calculate", Map.of("expression", "1".repeat(501)));
        Tools.failure(FailureKind.INVALID_ARGUMENTS, "time_now", Map.of("timezone", 7));
        Tools.failure(FailureKind.INVALID_ARGUMENTS, "text_extract", Map.of("content", "a", "maxCharacters", 0));
    }

    @Test
    void time_is_in_utc_unless_the_caller_names_a_zone() {
        Map<String, Object> utc =
                Map.of("time", "2026-07-01T10:00:00.123Z", "timezone", "UTC", "unixMs", 1782900000123L);

        assertThat(tools.invoke(CALLER, TIME_NOW, Map.of())).isEqualTo(new ToolOutcome.Success(utc));
        assertThat(tools.invoke(CALLER, TIME_NOW, Collections.singletonMap("timezone", null)))
                .isEqualTo(new ToolOutcome.Success(utc));
    }

    @Test
    void time_in_a_zone_has_its_offset() {
        ToolOutcome outcome = tools.invoke(CALLER, TIME_NOW, Map.of("timezone", "Europe/Berlin"));

        assertThat(outcome)
                .isEqualTo(new ToolOutcome.Success(Map.of(
                        "time",
                        "2026-07-01T12:00:00.123+02:00",
                        "timezone",
                        "Europe/Berlin",
                        "unixMs",
                        1782900000123L)));
    }

    @Test
    void error_names_an_unknown_zone() {
        ToolOutcome outcome = tools.invoke(CALLER, TIME_NOW, Map.of("timezone", "Mars/Olympus"));

        assertThat(outcome).isInstanceOfSatisfying(ToolOutcome.Failure.class, failure -> {
            assertThat(failure.kind()).isEqualTo(FailureKind.FAILED);
            assertThat(failure.message()).contains("Mars/Olympus");
        });
    }

    @Test
    void interrupted_caller_gets_a_cancelled_call() {
        Thread.currentThread().interrupt();

        ToolOutcome outcome = calculate("1+1");
        boolean stillInterrupted = Thread.interrupted();

        assertThat(kind(outcome)).isEqualTo(FailureKind.CANCELLED);
        assertThat(stillInterrupted).isTrue();
    }

    @Test
    void schemas_admit_only_the_arguments_of_the_tools() {
        JsonSchemaValidator validator = new JsonSchemaValidator();

        for (ToolSpec tool : tools.tools()) {
            assertThat(validator.violations(tool.parameters(), Map.of("nonsense", 1)))
                    .anyMatch(violation -> violation.field().equals("nonsense"));
        }
        assertThat(validator.violations(tools.tools().getFirst().parameters(), goodArguments()))
                .isEmpty();
    }

    @Test
    void tools_without_outside_calls_do_not_include_http_fetch() {
        BuiltinTools alone = new BuiltinTools(InstantSource.fixed(Instant.EPOCH));

        assertThat(alone.tools())
                .isNotEmpty()
                .noneMatch(tool -> tool.name().value().contains("http"));
        assertThat(tools.tools()).hasSize(alone.tools().size() + 1);
    }

    @Test
    void every_parameter_has_a_description_and_others_are_not_admitted() {
        for (ToolSpec tool : tools.tools()) {
            assertThat(tool.parameters()).containsEntry("additionalProperties", false);
            assertThat((Map<?, ?>) tool.parameters().get("properties"))
                    .allSatisfy((name, schema) -> assertThat(String.valueOf(((Map<?, ?>) schema).get("description")))
                            .as(tool.name() + " " + name)
                            .hasSizeBetween(10, 400));
        }
    }

    private ToolOutcome calculate(String expression) {
        return tools.invoke(CALLER, CALCULATE, Map.of("expression", expression));
    }

    private static FailureKind kind(ToolOutcome outcome) {
        return ((ToolOutcome.Failure) outcome).kind();
    }
}
