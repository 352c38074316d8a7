package dev.guildhall.core.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Refused;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Sample;
import dev.guildhall.ports.SampleTool;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolName;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CallerToolsTest {
    private static final ToolName ACT = new ToolName("far.act");

    private final Toolshed shed = new Toolshed();

    private static SampleTool act(String description) {
        return Sample.tool().name(ACT.value()).description(description);
    }

    private void imported(String description) {
        shed.time().advance(Duration.ofMillis(1));
        shed.far.offers(act(description).definition());
        shed.installation.core().imports().remote();
    }

    private String seenBy(Caller.User user) {
        Tool named = shed.tools().named(user, ACT).orElseThrow();
        assertThat(shed.tools().byName(user)).containsEntry(ACT, named);
        return named.definition().description().value();
    }

    @Test
    void of_several_tools_with_one_name_the_own_comes_before_the_shared_and_that_before_the_imported() {
        imported("Imported.");
        assertThat(seenBy(shed.ada)).isEqualTo("Imported.");

        shed.registered(shed.boss, act("Shared."));
        assertThat(seenBy(shed.ada)).isEqualTo("Shared.");

        shed.registered(shed.ada, act("Own."));
        assertThat(seenBy(shed.ada)).isEqualTo("Own.");
        assertThat(seenBy(shed.bob)).isEqualTo("Shared.");
    }

    @Test
    void of_several_versions_it_is_the_highest() {
        shed.registered(shed.ada, act("Second.").version("2.0.0"));
        shed.registered(shed.ada, act("First.").version("1.0.0"));

        assertThat(seenBy(shed.ada)).isEqualTo("Second.");
    }

    @Test
    void an_admin_is_not_told_what_others_registered_for_themselves() {
        shed.registered(shed.ada, act("Own."));

        assertThat(shed.tools().named(shed.boss, ACT)).isEmpty();
        assertThat(shed.tools().byName(shed.boss)).doesNotContainKey(ACT);
    }

    @Test
    void a_deprecated_tool_is_gone_and_what_it_stood_before_is_back() {
        imported("Imported.");
        Tool own = shed.registered(shed.ada, act("Own."));

        shed.tools().deprecate(shed.ada, own.id());

        assertThat(seenBy(shed.ada)).isEqualTo("Imported.");
    }

    @Test
    void names_come_in_their_order() {
        shed.registered(shed.ada, Sample.tool().name("open.b"));
        shed.registered(shed.ada, Sample.tool().name("open.a"));

        assertThat(shed.tools().byName(shed.ada).keySet().stream().map(ToolName::value))
                .containsSubsequence(List.of("open.a", "open.b"))
                .isSorted();
    }

    @Test
    void nobody_who_has_not_signed_in_has_tools() {
        assertThat(Map.of(
                        "all", Refused.by(() -> shed.tools().byName(Caller.anonymous())),
                        "one", Refused.by(() -> shed.tools().named(Caller.anonymous(), ACT))))
                .allSatisfy((what, problem) -> assertThat(problem).isInstanceOf(CommonProblem.Unauthenticated.class));
    }
}
