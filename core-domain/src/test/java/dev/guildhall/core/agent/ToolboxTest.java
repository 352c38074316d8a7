package dev.guildhall.core.agent;

import static dev.guildhall.core.agent.Conversing.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Refused;
import dev.guildhall.core.inmemory.RequiredFieldsValidator;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.ToolProblem;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.tool.ToolSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ToolboxTest {
    private static final Caller.User CALLER =
            new Caller.User(new UserId("usr_1"), new ProfileId("prf_1"), new SessionId("ses_1"), Set.of(Role.USER));

    private final FakeTools first = new FakeTools().add("a.same", arguments -> new ToolOutcome.Success("first"));
    private final FakeTools second = new FakeTools()
            .add("a.same", Map.of("type", "object", "title", "other"), arguments -> new ToolOutcome.Success("second"))
            .add("b.own", arguments -> new ToolOutcome.Success("own"));
    private final Toolbox toolbox = new Toolbox(List.of(first, second), new RequiredFieldsValidator());

    private static List<String> names(List<ToolSpec> specs) {
        return specs.stream().map(spec -> spec.name().value()).toList();
    }

    @Test
    void a_name_that_two_invokers_had_was_offered_twice() {
        assertThat(names(toolbox.all())).containsExactly("a.same", "b.own");
    }

    @Test
    void a_name_that_two_invokers_have_is_the_first_ones() {
        ToolOutcome outcome = toolbox.call(CALLER, call("c1", "a.same"), toolbox.all());

        assertThat(outcome).isEqualTo(new ToolOutcome.Success("first"));
    }

    @Test
    void an_unknown_name_hid_behind_one_that_two_invokers_had() {
        Problem problem = Refused.by(() -> toolbox.restrictedTo(Optional.of(List.of("a.same", "x.y"))));

        assertThat(problem).isEqualTo(new ToolProblem.UnknownTools(List.of("x.y")));
    }

    @Test
    void a_restriction_keeps_what_it_names() {
        assertThat(names(toolbox.restrictedTo(Optional.of(List.of("b.own", "b.own")))))
                .containsExactly("b.own");
        assertThat(names(toolbox.restrictedTo(Optional.empty()))).containsExactly("a.same", "b.own");
    }

    @Test
    void a_tool_whose_description_changed_after_it_was_offered_could_not_be_called() {
        List<ToolSpec> offered = toolbox.all();
        second.add("b.own", Map.of("type", "object", "title", "new"), arguments -> new ToolOutcome.Success("new"));

        ToolOutcome outcome = toolbox.call(CALLER, call("c1", "b.own"), offered);

        assertThat(outcome).isEqualTo(new ToolOutcome.Success("new"));
    }
}
