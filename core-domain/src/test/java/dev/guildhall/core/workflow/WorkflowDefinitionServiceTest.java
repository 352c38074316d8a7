package dev.guildhall.core.workflow;

import static dev.guildhall.core.workflow.WorkflowFixture.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Refused;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Change;
import dev.guildhall.ports.IdempotencyKey;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.TaskProblem;
import dev.guildhall.ports.workflow.StepSpec;
import dev.guildhall.ports.workflow.Workflow;
import dev.guildhall.ports.workflow.WorkflowDefinition;
import dev.guildhall.ports.workflow.WorkflowDefinitionId;
import dev.guildhall.ports.workflow.WorkflowDefinitions;
import dev.guildhall.ports.workflow.WorkflowDefinitions.DefinitionChange;
import dev.guildhall.ports.workflow.Workflows;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkflowDefinitionServiceTest {
    private static final Map<String, Object> SCHEMA =
            Map.of("type", "object", "properties", Map.of("url", Map.of("type", "string")), "required", List.of("url"));

    private final WorkflowFixture fixture = new WorkflowFixture();
    private final WorkflowDefinitions definitions = fixture.definitions();
    private final Caller.User user = WorkflowFixture.someone();

    private static Map<String, Object> from(String source, String pointer) {
        return Map.of("page", Map.of("$from", source, "pointer", pointer), "kept", List.of(1));
    }

    private WorkflowDefinition created(StepSpec... steps) {
        return definitions.create(user, new WorkflowDefinition.Content("digest", List.of(steps), Optional.of(SCHEMA)));
    }

    private Workflow start(WorkflowDefinition definition, Map<String, Object> input) {
        return definitions
                .start(user, definition.id(), Optional.empty(), input, Optional.empty())
                .workflow();
    }

    @Test
    void the_input_takes_the_place_of_the_references_to_it() {
        WorkflowDefinition definition = created(step("a", from("input", "/url")), step("b", from("a", "/page"), "a"));

        Workflow started = start(definition, Map.of("url", "here"));

        assertThat(definition.version()).isEqualTo(1);
        assertThat(definition.id().value()).startsWith("wfd_");
        assertThat(started.about().name()).isEqualTo("digest");
        assertThat(started.steps().get(0).spec().input()).isEqualTo(Map.of("page", "here", "kept", List.of(1)));
        assertThat(started.steps().get(1).spec().input()).isEqualTo(from("a", "/page"));
    }

    @Test
    void a_whole_input_can_be_that_of_a_step() {
        WorkflowDefinition definition = created(step("a", Map.of("$from", "input")));

        assertThat(start(definition, Map.of("url", "here", "n", 2))
                        .steps()
                        .getFirst()
                        .spec()
                        .input())
                .isEqualTo(Map.of("url", "here", "n", 2));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {}                      | input.url: is required
        {"url":1}               | input.url: must be of type string
        {"url":"a"}             | input: has nothing at "/other", to which steps[0].input.page refers
        {"url":"a","other":"$"} | input: must not have a member $from at "/other"
        """)
    void an_input_that_does_not_fit_is_refused(String input, String message) {
        WorkflowDefinition definition = created(step("a", from("input", "/other")));
        Map<String, Object> given = switch (input) {
            case "{}" -> Map.of();
            case "{\"url\":1}" -> Map.of("url", 1);
            case "{\"url\":\"a\"}" -> Map.of("url", "a");
            default -> Map.of("url", "a", "other", List.of(Map.of("$from", "a")));
        };

        assertThat(Refused.by(() -> start(definition, given)).message()).isEqualTo(message);
    }

    @Test
    void an_input_does_not_become_larger_than_a_request_with_it_could_be() {
        StepSpec[] steps = new StepSpec[40];
        for (int i = 0; i < steps.length; i++) {
            steps[i] = step("s" + i, from("input", "/url"));
        }
        WorkflowDefinition definition = created(steps);

        Problem problem = Refused.by(() -> start(definition, Map.of("url", "x".repeat(1 << 19))));

        assertThat(problem.message()).startsWith("input: is too large");
    }

    @Test
    void steps_and_schema_are_checked_when_it_is_stored() {
        assertThat(Refused.by(() -> created(step("a"), step("b", from("a", ""))))
                        .message())
                .contains("steps[1].input.page.$from");
        assertThat(Refused.by(() -> created(step("a", from("trigger", "")))).message())
                .contains("steps[0].input.page.$from");
        assertThat(Refused.by(() -> created(step("input"))).message()).startsWith("steps[0].name");
        assertThat(Refused.by(() -> created(step("a", "b"), step("b", "a"))).message())
                .contains("circle");
        assertThat(Refused.by(() -> definitions.create(
                                user,
                                new WorkflowDefinition.Content(
                                        "x", List.of(step("a")), Optional.of(Map.of("type", "string")))))
                        .message())
                .startsWith("inputSchema.type");
    }

    @Test
    void changes_are_versions() {
        WorkflowDefinition first = created(step("a"));

        WorkflowDefinition second = definitions.change(
                user,
                first.id(),
                new DefinitionChange(Optional.of("renamed"), Optional.empty(), new Change.Cleared<>()));

        assertThat(second.version()).isEqualTo(2);
        assertThat(second.content().name()).isEqualTo("renamed");
        assertThat(second.content().steps()).isEqualTo(first.content().steps());
        assertThat(second.content().inputSchema()).isEmpty();
        assertThat(definitions.find(user, first.id(), Optional.of(1))).isEqualTo(first);
        assertThat(definitions.find(user, first.id(), Optional.empty())).isEqualTo(second);
        assertThat(definitions
                        .start(user, first.id(), Optional.of(1), Map.of("url", ""), Optional.empty())
                        .workflow()
                        .about()
                        .name())
                .isEqualTo("digest");
        assertThat(Refused.by(() -> definitions.find(user, first.id(), Optional.of(3))))
                .isInstanceOf(CommonProblem.NotFound.class);
    }

    @Test
    void a_key_starts_one_workflow_also_when_the_definition_has_changed() {
        WorkflowDefinition definition = created(step("a"));
        Optional<IdempotencyKey> key = Optional.of(new IdempotencyKey("once"));
        Workflows.Started first = definitions.start(user, definition.id(), Optional.empty(), Map.of("url", ""), key);
        definitions.change(
                user,
                definition.id(),
                new DefinitionChange(Optional.empty(), Optional.of(List.of(step("b"))), new Change.Kept<>()));

        Workflows.Started again = definitions.start(user, definition.id(), Optional.empty(), Map.of("url", ""), key);

        assertThat(again.replayed()).isTrue();
        assertThat(again.workflow()).isEqualTo(first.workflow());
        assertThat(Refused.by(
                        () -> definitions.start(user, definition.id(), Optional.empty(), Map.of("url", "other"), key)))
                .isInstanceOf(CommonProblem.IdempotencyMismatch.class);
    }

    @Test
    void another_users_definition_is_not_found_and_an_admin_sees_all() {
        WorkflowDefinition definition = created(step("a"));
        Caller.User other = WorkflowFixture.someone();
        Caller.User admin = WorkflowFixture.someone(Role.ADMIN);

        assertThat(List.<Runnable>of(
                        () -> definitions.find(other, definition.id(), Optional.empty()),
                        () -> definitions.delete(other, definition.id()),
                        () -> definitions.change(
                                other,
                                definition.id(),
                                new DefinitionChange(Optional.empty(), Optional.empty(), new Change.Kept<>())),
                        () -> definitions.start(other, definition.id(), Optional.empty(), Map.of(), Optional.empty()),
                        () -> definitions.delete(user, new WorkflowDefinitionId("wfd_none"))))
                .allSatisfy(call -> assertThat(Refused.by(call::run)).isInstanceOf(CommonProblem.NotFound.class));
        assertThat(definitions
                        .list(other, Optional.empty(), PageRequest.first())
                        .items())
                .isEmpty();
        assertThat(definitions
                        .list(admin, Optional.empty(), PageRequest.first())
                        .items())
                .hasSize(1);
        definitions.delete(user, definition.id());
        assertThat(definitions.list(user, Optional.empty(), PageRequest.first()).items())
                .isEmpty();
    }

    @Test
    void a_user_has_a_bounded_number() {
        for (int i = 0; i < WorkflowDefinitions.MOST; i++) {
            created(step("a"));
        }

        assertThat(Refused.by(() -> created(step("a"))))
                .isEqualTo(new TaskProblem.TooManyDefinitions(WorkflowDefinitions.MOST));
    }
}
