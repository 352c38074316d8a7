package dev.guildhall.core.agent;

import static dev.guildhall.core.agent.Conversing.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Refused;
import dev.guildhall.ports.agent.AgentReply;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.ToolProblem;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.testkit.ScriptedChatModel;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ToolCatalogueTest {
    private final FakeTools second = new FakeTools()
            .add("a.same", Map.of("type", "object", "title", "other"), arguments -> new ToolOutcome.Success("second"))
            .add("b.own", arguments -> new ToolOutcome.Success("own"));
    private final Conversing talk = new Conversing(parts -> parts.tools(second));

    ToolCatalogueTest() {
        talk.tools().add("a.same", arguments -> new ToolOutcome.Success("first"));
    }

    private ToolOutcome outcomeOf(String tool) {
        return talk.agents()
                .execute(talk.caller(), talk.caller().userId(), tool, Map.of())
                .outcome();
    }

    private static Toolset toolset(String... names) {
        FakeTools fakes = new FakeTools();
        TreeMap<String, UsableTool> byName = new TreeMap<>();
        List.of(names).forEach(fakes::addEcho);
        fakes.tools().forEach(spec -> byName.put(spec.name().value(), new UsableTool.BuiltIn(spec, fakes)));
        return new Toolset(byName, Set.of("b.b"));
    }

    @Test
    void a_name_that_two_invokers_had_was_offered_twice() {
        assertThat(talk.agents().tools(talk.caller()))
                .extracting(tool -> tool.spec().name().value())
                .containsExactly(
                        "a.same", "b.own", "builtin.memory_search", "builtin.task_create", "builtin.task_status");
    }

    @Test
    void a_name_that_two_invokers_have_is_the_first_ones() {
        assertThat(outcomeOf("a.same")).isEqualTo(new ToolOutcome.Success("first"));
        assertThat(outcomeOf("b.own")).isEqualTo(new ToolOutcome.Success("own"));
    }

    @Test
    void a_restriction_keeps_what_it_names_and_enables_nothing() {
        Toolset restricted = toolset("a.a", "b.b", "c.c").restrictedTo(List.of("c.c", "b.b", "c.c"));

        assertThat(restricted.byName()).containsOnlyKeys("b.b", "c.c");
        assertThat(restricted.enabled()).containsExactly("c.c");
    }

    @Test
    void a_restriction_that_names_unknown_tools_is_refused_with_all_of_them() {
        Problem problem = Refused.by(() -> toolset("a.a").restrictedTo(List.of("x.y", "a.a", "b.b")));

        assertThat(problem).isEqualTo(new ToolProblem.UnknownTools(List.of("b.b", "x.y")));
    }

    @Test
    void a_tool_whose_description_changed_after_it_was_offered_could_not_be_called() {
        talk.model(request -> {
            second.add("b.own", Map.of("type", "object", "title", "new"), given -> new ToolOutcome.Success("new"));
            return ScriptedChatModel.calls(request, List.of(call("c1", "b.own")));
        });

        AgentReply reply = talk.ask("go");

        assertThat(reply.message().toolUses())
                .extracting(ToolUse::outcome)
                .containsExactly(new ToolOutcome.Success("new"));
    }
}
