package dev.guildhall.core.agent.context;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.Text;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolOutcome;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ToolResultsTest {
    private static final Set<FailureKind> PASSING = Set.of(
            FailureKind.TIMED_OUT, FailureKind.RATE_LIMITED, FailureKind.UNREACHABLE, FailureKind.UPSTREAM_FAILED);

    @Test
    void a_success_is_its_data_as_json() {
        String told = ToolResults.forModel(new ToolOutcome.Success(Map.of("x", 1)), 100);

        assertThat(told).isEqualTo("{\"x\":1}");
    }

    @ParameterizedTest
    @EnumSource(FailureKind.class)
    void a_failure_says_what_happened_and_whether_trying_again_makes_sense(FailureKind kind) {
        String told = ToolResults.forModel(new ToolOutcome.Failure(kind, "it said \"no\""), 100);

        assertThat(told).startsWith("{\"error\":\"it said \\\"no\\\"\"");
        assertThat(told.contains("\"retryable\":true")).isEqualTo(PASSING.contains(kind));
    }

    @Test
    void hidden_characters_of_a_result_are_spelt_out() {
        ToolOutcome data = new ToolOutcome.Success(
                Map.of("te\u200bxt", "a\u202eb\ud83d\udc4b \udb40\udc41\udb40\udc42 \ufeff\u00adend\n"));
        ToolOutcome failure = new ToolOutcome.Failure(FailureKind.FAILED, "no\u2066w");

        assertThat(ToolResults.forModel(data, 1000))
                .isEqualTo("{\"te<U+200B>xt\":\"a<U+202E>b\ud83d\udc4b <U+E0041><U+E0042> <U+FEFF><U+00AD>end\\n\"}");
        assertThat(ToolResults.forModel(failure, 1000)).contains("no<U+2066>w");
    }

    @Test
    void a_result_that_just_fits_is_not_cut_and_a_longer_one_says_that_it_is() {
        assertThat(ToolResults.forModel(new ToolOutcome.Success("abc"), 5)).isEqualTo("\"abc\"");
        assertThat(ToolResults.forModel(new ToolOutcome.Success("abcdef"), 5))
                .isEqualTo("\"abcd… (cut, 8 characters in all)");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void a_cut_never_splits_a_surrogate_pair(int most) {
        String told = ToolResults.forModel(new ToolOutcome.Success("👋👋👋👋"), most);

        assertThat(Text.isWellFormed(told)).isTrue();
        assertThat(told.substring(0, told.indexOf('…')).length()).isBetween(most - 1, most);
    }
}
