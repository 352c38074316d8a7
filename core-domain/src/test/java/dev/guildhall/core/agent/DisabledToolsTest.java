package dev.guildhall.core.agent;

import static dev.guildhall.core.agent.Conversing.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Refused;
import dev.guildhall.ports.agent.AgentReply;
import dev.guildhall.ports.problem.AgentProblem;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolOutcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class DisabledToolsTest {
    private final Conversing talk = new Conversing();

    @BeforeEach
    void disable_one() {
        talk.tools().addEcho("a.off").addEcho("a.on");
        talk.agents().enable(talk.caller(), "a.off", false);
    }

    private List<String> offered() {
        return Shown.offered(talk.asked().getFirst());
    }

    @Test
    void a_disabled_tool_is_not_offered_until_it_is_enabled_again() {
        talk.ask("one");
        talk.agents().enable(talk.caller(), "a.off", true);
        talk.ask("two");

        assertThat(offered())
                .containsExactly("a.on", "builtin.memory_search", "builtin.task_create", "builtin.task_status");
        assertThat(Shown.offered(talk.asked().getLast()))
                .containsExactly(
                        "a.off", "a.on", "builtin.memory_search", "builtin.task_create", "builtin.task_status");
    }

    @Test
    void a_tool_that_starts_test_runs_is_off_until_its_user_enables_it() {
        talk.tools().addEcho("testrun.start").addEcho("testrun.status");
        talk.ask("one");
        talk.agents().enable(talk.caller(), "testrun.start", true);
        talk.ask("two");
        talk.agents().enable(talk.caller(), "testrun.start", false);
        talk.ask("three");

        assertThat(talk.asked().stream().map(Shown::offered).map(names -> names.contains("testrun.start")))
                .containsExactly(false, true, false);
        assertThat(offered()).contains("testrun.status");
    }

    @Test
    void calling_it_nevertheless_is_a_result_that_says_that_it_is_disabled() {
        talk.modelCalls(call("c1", "a.off"));

        AgentReply reply = talk.ask("go");

        assertThat(reply.message().toolUses().getFirst().outcome())
                .isEqualTo(new ToolOutcome.Failure(FailureKind.DISABLED, "the tool a.off is disabled"));
        assertThat(talk.tools().invocations()).isZero();
    }

    @Test
    void a_request_that_names_it_does_not_enable_it() {
        talk.send(talk.request("go", true, Optional.of(List.of("a.off", "a.on"))));

        assertThat(offered()).containsExactly("a.on");
    }

    @Test
    void it_is_disabled_for_one_user_alone() {
        assertThat(talk.agents().tool(talk.caller(), "a.off").enabled()).isFalse();
        assertThat(talk.agents().tool(talk.installation().someone(), "a.off").enabled())
                .isTrue();
    }

    @Test
    void running_it_directly_is_refused() {
        assertThat(Refused.by(
                        () -> talk.agents().execute(talk.caller(), talk.caller().userId(), "a.off", Map.of())))
                .isEqualTo(new AgentProblem.ToolDisabled("a.off"));
        assertThat(Refused.by(
                        () -> talk.agents().execute(talk.caller(), talk.caller().userId(), "a.none", Map.of())))
                .isEqualTo(new CommonProblem.NotFound("tool"));
    }
}
