package dev.guildhall.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.app.config.FallbackPlan.Target;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FallbackPlanTest {
    @Test
    void a_plan_names_who_stands_in_for_whom_in_their_order() {
        Map<String, List<Target>> plan =
                FallbackPlan.parse("gpt-4o > gpt-4o-mini > claude-sonnet-4-5@anthropic ; * > demo@demo;");

        assertThat(plan)
                .containsOnlyKeys("gpt-4o", "*")
                .containsEntry(
                        "gpt-4o",
                        List.of(
                                new Target(Optional.empty(), "gpt-4o-mini"),
                                new Target(Optional.of(LlmProvider.ANTHROPIC), "claude-sonnet-4-5")))
                .containsEntry("*", List.of(new Target(Optional.of(LlmProvider.DEMO), "demo")));
    }

    @Test
    void an_at_sign_in_a_models_own_name_stays_there() {
        assertThat(FallbackPlan.parse("a > claude@20240229"))
                .containsEntry("a", List.of(new Target(Optional.empty(), "claude@20240229")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a", "a >", "> a", "a > b > ", "a > b; a > c", "a > b@foo", "a > b@", "a > 1>2>3>4>5>6>7>8>9"})
    void what_is_no_plan_is_refused(String plan) {
        assertThat(SettingType.FALLBACKS.fault(plan)).isPresent();
    }

    @Test
    void a_good_plan_has_no_fault() {
        assertThat(SettingType.FALLBACKS.fault("llama3:8b > qwen/qwen3; * > demo@demo"))
                .isEmpty();
    }
}
