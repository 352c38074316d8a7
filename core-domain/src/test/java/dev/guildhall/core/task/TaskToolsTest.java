package dev.guildhall.core.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Refused;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.task.TaskSpec;
import dev.guildhall.ports.task.TaskType;
import dev.guildhall.testkit.Sample;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which of the tools that a task asks for its creator may give it. */
class TaskToolsTest {
    private static final Caller.User ANY = Sample.external("ada");
    private static final TaskType AGENT = new TaskType("agent");

    private static List<String> ofAgent(Caller.User creator, String... tools) {
        return TaskTools.restricted(creator, AGENT, Map.of("prompt", "work"), List.of(tools));
    }

    private static List<String> ofCall(Caller.User creator, String called, String... tools) {
        return TaskTools.restricted(creator, TaskTypes.TOOL, Map.of("tool", called), List.of(tools));
    }

    @Test
    void all_tools_of_an_integration_are_those_that_the_creator_may_use() {
        assertThat(ofAgent(ANY.restrictedTo(List.of("a.y", "a.x", "b.z")), "a.*", "b.z", "c.z"))
                .containsExactly("b.z", "a.x", "a.y");
        assertThat(ofAgent(ANY.restrictedTo(List.of("a.*")), "a.x", "b.x")).containsExactly("a.x");
        assertThat(ofAgent(ANY, "a.*")).containsExactly("a.*");
    }

    @Test
    void a_call_of_a_tool_of_a_listed_integration_is_permitted() {
        assertThat(ofCall(ANY.restrictedTo(List.of("a.*")), "a.x", "a.*")).containsExactly("a.x", "a.*");
        assertThat(ofCall(ANY.restrictedTo(List.of("b.x", "a.*")), "a.x")).containsExactly("a.x", "a.*", "b.x");
        assertThat(Refused.by(() -> ofCall(ANY.restrictedTo(List.of("a.*")), "a.x", "a.y")))
                .isInstanceOf(CommonProblem.Forbidden.class);
        assertThat(Refused.by(() -> ofCall(ANY.restrictedTo(List.of("a.y")), "a.x", "a.*")))
                .isInstanceOf(CommonProblem.Forbidden.class);
    }

    @Test
    void a_task_that_asks_in_a_chat_may_use_all_that_its_creator_may() {
        Caller.User restricted = ANY.restrictedTo(List.of("a.*"));

        assertThat(TaskTools.isRestricted(TaskSpec.of(TaskTypes.CHAT, Map.of())))
                .isFalse();
        assertThat(TaskTools.restricted(restricted, TaskTypes.CHAT, Map.of(), List.of()))
                .containsExactly("a.*");
    }

    @Test
    void a_task_of_an_assistant_may_use_all_that_its_creator_may() {
        Map<String, Object> input = Map.of("prompt", "work", "assistantId", "ast_1");
        Caller.User restricted = ANY.restrictedTo(List.of("a.*", "b.x"));

        assertThat(TaskTools.isRestricted(TaskSpec.of(AGENT, input))).isFalse();
        assertThat(TaskTools.isRestricted(TaskSpec.of(AGENT, Map.of("prompt", "work"))))
                .isTrue();
        assertThat(TaskTools.restricted(restricted, AGENT, input, List.of())).containsExactly("a.*", "b.x");
        assertThat(TaskTools.restricted(restricted, AGENT, input, List.of("a.y", "c.x")))
                .containsExactly("a.y");
        Caller.User ofNone = ANY.restrictedTo(List.of());
        assertThat(Refused.by(() -> TaskTools.restricted(ofNone, AGENT, input, List.of())))
                .isInstanceOf(CommonProblem.Forbidden.class);
    }

    @Test
    void an_evaluation_may_use_all_that_its_creator_may() {
        TaskType type = TaskTypes.EVALUATION;
        Caller.User restricted = ANY.restrictedTo(List.of("a.*", "b.x"));

        assertThat(TaskTools.restricted(ANY, type, Map.of(), List.of())).isEmpty();
        assertThat(TaskTools.restricted(restricted, type, Map.of(), List.of())).containsExactly("a.*", "b.x");
        assertThat(TaskTools.restricted(restricted, type, Map.of(), List.of("a.y", "c.x")))
                .containsExactly("a.y");
        assertThat(Refused.by(() -> TaskTools.restricted(restricted, type, Map.of(), List.of("c.x"))))
                .isInstanceOf(CommonProblem.Forbidden.class);
    }
}
