package dev.guildhall.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.config.FactExtraction;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContextPlanTest {
    @TempDir
    private Path folder;

    private AgentConfig with(String plan) {
        return AgentConfig.of(Settings.read(Map.of("GUILDHALL_AGENT_CONTEXT_TOKENS", plan), folder));
    }

    @Test
    void one_number_is_for_every_model() {
        assertThat(with("8000"))
                .isEqualTo(new AgentConfig(Optional.of(8_000), Map.of(), FactExtraction.RULES, Duration.ofHours(24)));
    }

    @Test
    void models_have_numbers_of_their_own() {
        assertThat(with("gpt-4o=100000, a=b = 2000, *=16000"))
                .isEqualTo(new AgentConfig(
                        Optional.of(16_000),
                        Map.of("gpt-4o", 100_000, "a=b", 2_000),
                        FactExtraction.RULES,
                        Duration.ofHours(24)));
    }

    @Test
    void what_is_not_named_is_left_to_the_server() {
        assertThat(with("gpt-4o=100000").contextTokens()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "many",
                "999",
                "2000001",
                "-1",
                "99999999999",
                "a=",
                "=5000",
                "a=b",
                "1000,2000",
                "a=1000,a=2000",
                ","
            })
    void what_is_no_plan_is_refused(String plan) {
        assertThat(SettingType.CONTEXT.fault(plan)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1000", "2000000", "llama3.2:3b=4000", "openai/gpt-4o=100000,*=1000"})
    void a_good_plan_has_no_fault(String plan) {
        assertThat(SettingType.CONTEXT.fault(plan)).isEmpty();
    }
}
