package dev.guildhall.core.agenttask;

import static dev.guildhall.core.agenttask.PlanningModel.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Refused;
import dev.guildhall.core.workflow.WorkflowFixture;
import dev.guildhall.ports.agenttask.AgentTaskRequest;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolChoice;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StepPlannerTest {
    private static final AgentTaskRequest.Step WHOLE = new AgentTaskRequest.Step("tea", "make tea", List.of());

    private final PlanningModel model = new PlanningModel();

    private List<AgentTaskRequest.Step> plan() {
        return new StepPlanner(model, AgentTaskLimits.Plan.DEFAULT).plan(WorkflowFixture.someone(), "tea", "make tea");
    }

    @Test
    void a_valid_plan_is_used_unchanged() {
        model.plans(step("boil"), step("brew", "boil"));

        assertThat(plan())
                .containsExactly(
                        new AgentTaskRequest.Step("boil", "do boil", List.of()),
                        new AgentTaskRequest.Step("brew", "do brew", List.of("boil")));
        assertThat(model.asked()).singleElement().satisfies(request -> {
            assertThat(request.offer().choice()).isEqualTo(new ToolChoice.Named("plan"));
            assertThat(request.messages().getLast().content()).contains("make tea");
            assertThat(request.sampling().maxTokens()).hasValue(AgentTaskLimits.Plan.DEFAULT.tokens());
            assertThat(request.within()).contains(AgentTaskLimits.Plan.DEFAULT.within());
        });
    }

    static Stream<Map<String, Object>> unusable() {
        return Stream.<List<?>>of(
                        List.of(),
                        List.of("boil"),
                        List.of(step("a"), step("a")),
                        List.of(step("a", "unknown")),
                        List.of(step("a", "b"), step("b", "a")),
                        List.of(step(" ")),
                        List.of(step("x".repeat(201))),
                        List.of(Map.of("title", "a", "description", "b")),
                        List.of(Map.of("title", "a", "description", "b", "dependencies", List.of(1))),
                        List.of(Map.of("title", "a", "description", "b", "dependencies", List.of(), "more", 1)),
                        List.of(Map.of("title", "a", "description", "x".repeat(2_001), "dependencies", List.of())),
                        Collections.nCopies(21, step("a")))
                .map(steps -> Map.of("steps", steps));
    }

    @ParameterizedTest
    @MethodSource("unusable")
    void a_plan_that_cannot_be_used_is_asked_for_again_with_what_was_wrong(Map<String, Object> plan) {
        model.calls(new ToolArguments.Parsed(plan)).plans(step("boil"));

        assertThat(plan()).extracting(AgentTaskRequest.Step::title).containsExactly("boil");
        assertThat(model.asked().getLast().messages().getLast().content())
                .startsWith("That plan cannot be used: steps");
    }

    @Test
    void a_task_with_two_invalid_plans_gets_a_single_step() {
        model.says("First boil the water.").calls(new ToolArguments.Malformed("{", "is no JSON object"));

        assertThat(plan()).containsExactly(WHOLE);
        assertThat(model.asked()).hasSize(2);
    }

    @Test
    void a_provider_that_answers_by_rules_is_not_asked() {
        model.provider("demo");

        assertThat(plan()).containsExactly(WHOLE);
        assertThat(model.asked()).isEmpty();
    }

    @Test
    void a_model_that_cannot_be_asked_refuses_the_task() {
        model.fails(new Refusal(new CommonProblem.Cancelled()));

        assertThat(Refused.by(this::plan)).isEqualTo(new CommonProblem.Cancelled());
    }
}
