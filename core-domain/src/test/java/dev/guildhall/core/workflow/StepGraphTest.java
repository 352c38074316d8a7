package dev.guildhall.core.workflow;

import static dev.guildhall.core.workflow.WorkflowFixture.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.problem.Violation;
import dev.guildhall.ports.workflow.StepSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StepGraphTest {
    private static StepGraph graph(StepSpec... steps) {
        return StepGraph.of(List.of(steps), StepGraph.Wording.WORKFLOW);
    }

    @Test
    void steps_are_sorted_behind_those_that_they_depend_on() {
        StepGraph graph = graph(step("d", "b", "c"), step("c", "a"), step("b", "a"), step("a"));

        assertThat(graph.violations()).isEmpty();
        assertThat(graph.order()).containsExactly(3, 1, 2, 0);
        assertThat(graph.ancestors().getFirst().stream()).containsExactly(1, 2, 3);
    }

    @Test
    void repeated_names_and_unknown_dependencies_are_all_named_with_their_fields() {
        StepGraph graph = graph(step("a"), step("a"), step("b", "a", "unknown"));

        assertThat(graph.violations())
                .containsExactly(
                        new Violation("steps[1].name", "is the same as that of steps[0]"),
                        new Violation("steps[2].dependsOn[1]", "there is no step unknown"));
    }

    @Test
    void faults_of_agent_tasks_use_the_words_of_the_agent_service() {
        StepGraph graph = StepGraph.of(List.of(step("a"), step("a", "unknown")), StepGraph.Wording.AGENT_TASK);

        assertThat(graph.violations())
                .extracting(Violation::field)
                .containsExactly("steps[1].title", "steps[1].dependencies[0]");
    }

    @Test
    void a_cycle_is_named_without_what_leads_to_it() {
        StepGraph graph = graph(step("start"), step("in", "start", "a"), step("a", "b"), step("b", "start", "a"));

        assertThat(graph.violations())
                .containsExactly(new Violation("steps", "must not depend on each other in a circle: a -> b -> a"));
    }

    @Test
    void a_step_that_depends_on_itself_is_a_cycle() {
        assertThat(graph(step("a", "a")).violations().toString()).contains("a -> a");
    }

    @Test
    void a_cycle_of_a_thousand_steps_is_named_by_its_beginning() {
        List<StepSpec> steps = IntStream.range(0, 1_000)
                .mapToObj(i -> step("s" + i, "s" + (i + 1) % 1_000))
                .toList();

        String message = StepGraph.of(steps, StepGraph.Wording.WORKFLOW)
                .violations()
                .getFirst()
                .message();

        assertThat(message).contains("s0 -> s1 -> s2").endsWith("-> s19 -> … (980 more) -> s0");
    }

    @Test
    void a_thousand_steps_in_a_row_and_each_on_all_before_are_sorted() {
        List<StepSpec> row = new ArrayList<>();
        List<StepSpec> dense = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            row.add(i == 0 ? step("s0") : step("s" + i, "s" + (i - 1)));
            dense.add(step("s" + i, IntStream.range(0, i).mapToObj(j -> "s" + j).toArray(String[]::new)));
        }

        assertThat(StepGraph.of(row.reversed(), StepGraph.Wording.WORKFLOW).order())
                .startsWith(999)
                .endsWith(0)
                .hasSize(1_000);
        assertThat(StepGraph.of(dense, StepGraph.Wording.WORKFLOW).order())
                .isEqualTo(IntStream.range(0, 1_000).boxed().toList());
    }
}
