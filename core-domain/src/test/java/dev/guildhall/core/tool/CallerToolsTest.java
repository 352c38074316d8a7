package dev.guildhall.core.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Refused;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.SampleTool;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CallerToolsTest {
    private static final ToolName ACT = new ToolName("far.act");

    private final ToolFixture fixture = new ToolFixture();

    private static SampleTool act(String description) {
        return Sample.tool().name(ACT.value()).description(description);
    }

    private void imported(String description) {
        fixture.time().advance(Duration.ofMillis(1));
        fixture.far.offers(act(description).definition());
        fixture.installation.core().importTools();
    }

    private String seenBy(Caller.User user) {
        Tool named = fixture.tools().named(user, ACT).orElseThrow();
        assertThat(fixture.tools().byName(user)).containsEntry(ACT, named);
        return named.definition().description().value();
    }

    @Test
    void of_several_tools_with_one_name_an_own_one_precedes_a_shared_one_and_that_an_imported_one() {
        imported("Imported.");
        assertThat(seenBy(fixture.ada)).isEqualTo("Imported.");

        fixture.registered(fixture.boss, act("Shared."));
        assertThat(seenBy(fixture.ada)).isEqualTo("Shared.");

        fixture.registered(fixture.ada, act("Own."));
        assertThat(seenBy(fixture.ada)).isEqualTo("Own.");
        assertThat(seenBy(fixture.bob)).isEqualTo("Shared.");
    }

    @Test
    void of_several_versions_it_is_the_highest() {
        fixture.registered(fixture.ada, act("Second.").version("2.0.0"));
        fixture.registered(fixture.ada, act("First.").version("1.0.0"));

        assertThat(seenBy(fixture.ada)).isEqualTo("Second.");
    }

    @Test
    void an_admin_does_not_get_the_private_tools_of_other_users() {
        fixture.registered(fixture.ada, act("Own."));

        assertThat(fixture.tools().named(fixture.boss, ACT)).isEmpty();
        assertThat(fixture.tools().byName(fixture.boss)).doesNotContainKey(ACT);
    }

    @Test
    void a_deprecated_tool_is_removed_and_the_tool_that_it_hid_appears() {
        imported("Imported.");
        Tool own = fixture.registered(fixture.ada, act("Own."));

        fixture.tools().deprecate(fixture.ada, own.id());

        assertThat(seenBy(fixture.ada)).isEqualTo("Imported.");
    }

    @Test
    void names_are_ordered() {
        fixture.registered(fixture.ada, Sample.tool().name("open.b"));
        fixture.registered(fixture.ada, Sample.tool().name("open.a"));

        assertThat(fixture.tools().byName(fixture.ada).keySet().stream().map(ToolName::value))
                .containsSubsequence(List.of("open.a", "open.b"))
                .isSorted();
    }

    @Test
    void an_anonymous_caller_has_no_tools() {
        assertThat(Map.of(
                        "all", Refused.by(() -> fixture.tools().byName(Caller.anonymous())),
                        "one", Refused.by(() -> fixture.tools().named(Caller.anonymous(), ACT))))
                .allSatisfy((what, problem) -> assertThat(problem).isInstanceOf(CommonProblem.Unauthenticated.class));
    }
}
