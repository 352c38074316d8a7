package dev.guildhall.core.workflow;

import static dev.guildhall.core.workflow.WorkflowFixture.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Refused;
import dev.guildhall.core.task.TaskTypes;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdempotencyKey;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.ErrorKind;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.TaskProblem;
import dev.guildhall.ports.problem.Violation;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskError;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.task.TaskStatus;
import dev.guildhall.ports.task.TaskType;
import dev.guildhall.ports.workflow.StepSpec;
import dev.guildhall.ports.workflow.StepStatus;
import dev.guildhall.ports.workflow.Workflow;
import dev.guildhall.ports.workflow.WorkflowStatus;
import dev.guildhall.ports.workflow.WorkflowStep;
import dev.guildhall.ports.workflow.Workflows;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkflowServiceTest {
    private static final Optional<IdempotencyKey> ONCE = Optional.of(new IdempotencyKey("once"));
    private static final TaskState.Ended DONE = new TaskState.Completed(Map.of("result", Map.of("text", "tea")));

    private final WorkflowFixture fixture = new WorkflowFixture();
    private final Workflows service = fixture.service();
    private final Caller.User user = WorkflowFixture.someone();

    private Workflow start(StepSpec... steps) {
        return service.start(user, "one", List.of(steps), Optional.empty()).workflow();
    }

    private static List<StepStatus> statuses(Workflow workflow) {
        return workflow.steps().stream().map(WorkflowStep::status).toList();
    }

    private static List<Violation> violations(Problem problem) {
        return problem instanceof CommonProblem.Invalid invalid ? invalid.violations() : List.of();
    }

    private static Map<String, Object> from(String step, String pointer) {
        return Map.of("$from", step, "pointer", pointer);
    }

    @Test
    void hidden_characters_of_a_tools_result_are_spelt_out_for_a_model_and_for_no_other_step() {
        Map<String, Object> reference = Map.of("prompt", from("a", "/result"));
        Workflow started = service.start(
                        user,
                        "flow",
                        List.of(
                                typed("a", TaskTypes.TOOL, Map.of("tool", "web.read")),
                                typed("b", TaskTypes.COMPLETION, reference, "a"),
                                typed("c", TaskTypes.ECHO, reference, "a")),
                        Optional.empty())
                .workflow();

        fixture.carryOutAll(
                task -> new TaskState.Completed(Map.of("result", Map.of("te\u00adxt", List.of("t\u200b")))));
        Workflow ended = service.find(user, started.id());

        assertThat(fixture.stepOf(ended, "b").task().orElseThrow().spec().input())
                .isEqualTo(Map.of("prompt", Map.of("te<U+00AD>xt", List.of("t<U+200B>"))));
        assertThat(fixture.stepOf(ended, "c").task().orElseThrow().spec().input())
                .isEqualTo(Map.of("prompt", Map.of("te\u00adxt", List.of("t\u200b"))));
    }

    @Test
    void hidden_characters_are_spelt_out_for_a_model_behind_steps_of_other_types_and_not_behind_a_model() {
        Workflow started = service.start(
                        user,
                        "flow",
                        List.of(
                                typed("a", TaskTypes.ECHO, Map.of()),
                                typed("b", TaskTypes.AGENT, Map.of("prompt", from("a", "/result")), "a"),
                                typed("c", TaskTypes.AGENT, Map.of("prompt", from("b", "/result")), "b")),
                        Optional.empty())
                .workflow();

        fixture.carryOutAll(task -> new TaskState.Completed(Map.of("result", "t\u200d")));
        Workflow ended = service.find(user, started.id());

        assertThat(fixture.stepOf(ended, "b").task().orElseThrow().spec().input())
                .isEqualTo(Map.of("prompt", "t<U+200D>"));
        assertThat(fixture.stepOf(ended, "c").task().orElseThrow().spec().input())
                .isEqualTo(Map.of("prompt", "t\u200d"));
    }

    private static StepSpec typed(String name, TaskType type, Map<String, Object> input, String... dependsOn) {
        return new StepSpec(name, "", type, List.of(), input, List.of(dependsOn));
    }

    @Test
    void steps_that_depend_on_none_run_and_the_others_wait() {
        Workflow started = start(step("a"), step("b", "a"), step("c"));

        assertThat(started.status()).isEqualTo(WorkflowStatus.RUNNING);
        assertThat(started.startedAt()).contains(started.createdAt());
        assertThat(statuses(started)).containsExactly(StepStatus.RUNNING, StepStatus.PENDING, StepStatus.RUNNING);
        Task first = started.steps().getFirst().task().orElseThrow();
        assertThat(first.part()).contains(started.id().value());
        assertThat(first.actor().profileId()).isEqualTo(user.profileId());
        assertThat(first.status()).isEqualTo(TaskStatus.QUEUED);
    }

    @Test
    void outputs_replace_all_references_of_a_step() {
        Workflow started = start(
                step("a"),
                step("b", "a"),
                step(
                        "c",
                        Map.of(
                                "said", from("a", "/result/text"),
                                "list", List.of("kept", Map.of("whole", Map.of("$from", "a"))),
                                "dollar", "$from"),
                        "b"));

        fixture.carryOutAll(task -> DONE);
        Workflow ended = service.find(user, started.id());

        assertThat(ended.status()).isEqualTo(WorkflowStatus.COMPLETED);
        assertThat(ended.completedAt()).isPresent();
        assertThat(fixture.stepOf(ended, "c").task().orElseThrow().spec().input())
                .isEqualTo(Map.of(
                        "said", "tea",
                        "list", List.of("kept", Map.of("whole", Map.of("result", Map.of("text", "tea")))),
                        "dollar", "$from"));
    }

    @Test
    void a_whole_input_may_be_an_output() {
        Workflow started = start(step("a"), step("b", from("a", "/result"), "a"), step("c", Map.of("$from", "b"), "b"));

        fixture.carryOutAll(task -> DONE);
        Workflow ended = service.find(user, started.id());

        assertThat(ended.status()).isEqualTo(WorkflowStatus.COMPLETED);
        assertThat(fixture.stepOf(ended, "b").task().orElseThrow().spec().input())
                .isEqualTo(Map.of("text", "tea"));
        assertThat(fixture.stepOf(ended, "c").task().orElseThrow().spec().input())
                .isEqualTo(Map.of("result", Map.of("text", "tea")));
    }

    @Test
    void a_whole_input_that_is_no_object_fails_its_step() {
        Workflow started = start(step("a"), step("b", from("a", "/result/text"), "a"));

        fixture.carryOutAll(task -> DONE);
        Workflow ended = service.find(user, started.id());

        assertThat(fixture.stepOf(ended, "b").task().orElseThrow().state())
                .isEqualTo(new TaskState.Failed(
                        new TaskError("INPUT_UNRESOLVED", "input: what it refers to is no object", ErrorKind.INVALID)));
    }

    @Test
    void a_pointer_that_leads_nowhere_fails_its_step_and_skips_what_depends_on_it() {
        Workflow started =
                start(step("a"), step("b", Map.of("x", from("a", "/result/no")), "a"), step("c", "b"), step("d", "a"));

        int carriedOut = fixture.carryOutAll(task -> DONE);
        Workflow ended = service.find(user, started.id());

        assertThat(carriedOut).isEqualTo(2);
        assertThat(statuses(ended))
                .containsExactly(StepStatus.COMPLETED, StepStatus.FAILED, StepStatus.SKIPPED, StepStatus.COMPLETED);
        assertThat(ended.status()).isEqualTo(WorkflowStatus.FAILED);
        assertThat(fixture.stepOf(ended, "b").task().orElseThrow().state())
                .isEqualTo(new TaskState.Failed(new TaskError(
                        "INPUT_UNRESOLVED",
                        "input.x: the output of the step a has nothing at \"/result/no\"",
                        ErrorKind.INVALID)));
        assertThat(fixture.stores().tasks().unprocessed(1)).isEmpty();
    }

    @Test
    void an_input_does_not_grow_without_end() {
        WorkflowFixture narrow = new WorkflowFixture(WorkflowLimits.DEFAULT, new StepInputs(99));
        Map<String, Object> whole = Map.of("$from", "a");
        Workflow started = narrow.service()
                .start(
                        user,
                        "one",
                        List.of(step("a"), step("b", Map.of("x", List.of(whole, whole, whole, whole)), "a")),
                        Optional.empty())
                .workflow();

        narrow.carryOutAll(task -> DONE);

        Workflow ended = narrow.service().find(user, started.id());
        assertThat(narrow.stepOf(ended, "b").task().orElseThrow().state())
                .isInstanceOfSatisfying(
                        TaskState.Failed.class,
                        failed -> assertThat(failed.error().code()).isEqualTo("INPUT_TOO_LARGE"));
    }

    @Test
    void everything_that_is_wrong_is_named_at_once() {
        Problem problem = Refused.by(() -> start(
                step(" a", "x"),
                new StepSpec("b", "", step("b").taskType(), List.of("no tool"), Map.of(), List.of()),
                step("c", Map.of("l", List.of(from("b", "/x"))), "d"),
                step("d", Map.of("p", from("b", "x"), "q", Map.of("$from", 1)), "b")));

        assertThat(violations(problem))
                .extracting(Violation::field)
                .containsExactlyInAnyOrder(
                        "steps[0].name",
                        "steps[0].dependsOn[0]",
                        "steps[1].tools[0]",
                        "steps[3].input.p.pointer",
                        "steps[3].input.q");
    }

    @Test
    void a_reference_to_a_step_that_it_does_not_depend_on_is_refused() {
        Problem problem = Refused.by(() -> start(step("a"), step("b", Map.of("x", from("a", "")))));

        assertThat(violations(problem))
                .containsExactly(new Violation("steps[1].input.x.$from", "is no step that this one depends on: a"));
    }

    @Test
    void there_are_steps_and_not_too_many_and_a_name() {
        List<StepSpec> tooMany = IntStream.rangeClosed(0, Workflows.MOST_STEPS)
                .mapToObj(i -> step("s" + i))
                .toList();

        assertThat(violations(Refused.by(() -> start()))).containsExactly(new Violation("steps", "must be 1 to 10000"));
        assertThat(violations(Refused.by(() -> service.start(user, "one", tooMany, Optional.empty()))))
                .containsExactly(new Violation("steps", "must be 1 to 10000"));
        assertThat(violations(Refused.by(() -> service.start(user, " ", List.of(step("a")), Optional.empty()))))
                .extracting(Violation::field)
                .containsExactly("name");
        assertThat(Refused.by(() -> service.start(Caller.anonymous(), "one", List.of(step("a")), Optional.empty())))
                .isInstanceOf(CommonProblem.Unauthenticated.class);
    }

    @Test
    void a_key_starts_one_workflow_and_returns_the_first_response_again() {
        List<StepSpec> steps = List.of(step("a"), step("b", Map.of("n", 1), "a"));
        Workflow first = service.start(user, "one", steps, ONCE).workflow();
        fixture.carryOutAll(task -> DONE);

        Workflows.Started again = service.start(user, "one", steps, ONCE);
        Problem other =
                Refused.by(() -> service.start(user, "one", List.of(step("a"), step("b", Map.of("n", 2), "a")), ONCE));

        assertThat(again).isEqualTo(new Workflows.Started(first, true));
        assertThat(other).isInstanceOf(CommonProblem.IdempotencyMismatch.class);
        assertThat(service.list(user, Optional.empty(), Optional.empty(), PageRequest.first())
                        .items())
                .hasSize(1);
        assertThat(service.start(WorkflowFixture.someone(), "one", steps, ONCE).replayed())
                .isFalse();
    }

    @Test
    void a_full_queue_refuses_the_start_and_nothing_is_stored() {
        WorkflowFixture narrow = new WorkflowFixture(WorkflowLimits.DEFAULT.withCapacity(2));
        List<StepSpec> two = List.of(step("a"), step("b"), step("c", "a", "b"));
        Workflow first =
                narrow.service().start(user, "one", two, Optional.empty()).workflow();

        assertThat(Refused.by(() -> narrow.service().start(user, "two", two, ONCE)))
                .isEqualTo(new TaskProblem.QueueFull(
                        TaskProblem.QueueFull.Bound.CAPACITY, 2, WorkflowLimits.DEFAULT.retryAfter()));
        assertThat(narrow.service()
                        .list(user, Optional.empty(), Optional.empty(), PageRequest.first())
                        .items())
                .extracting(Workflow::id)
                .containsExactly(first.id());
        narrow.service().cancel(user, first.id());
        assertThat(narrow.service().start(user, "two", two, ONCE).replayed()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 8, 100})
    void more_steps_at_once_than_the_queue_can_hold_wait_for_room_and_all_complete(int capacity) {
        WorkflowFixture narrow = new WorkflowFixture(WorkflowLimits.DEFAULT.withCapacity(capacity));

        Workflow started = narrow.service()
                .start(user, "one", stepsAtOnce(3 * capacity), ONCE)
                .workflow();
        int done = narrow.carryOutAll(task -> DONE);

        assertThat(statuses(started)).contains(StepStatus.RUNNING, StepStatus.PENDING);
        assertThat(narrow.service()
                        .start(user, "one", stepsAtOnce(3 * capacity), ONCE)
                        .workflow())
                .isEqualTo(started);
        assertThat(done).isEqualTo(3 * capacity + 1);
        assertThat(narrow.service().find(user, started.id()).status()).isEqualTo(WorkflowStatus.COMPLETED);
    }

    @Test
    void steps_that_wait_for_room_begin_later_although_no_step_of_their_workflow_ends() {
        WorkflowFixture narrow = new WorkflowFixture(WorkflowLimits.DEFAULT.withCapacity(1));
        Workflow waits = narrow.service()
                .start(user, "waits", List.of(step("a"), step("b"), step("c")), Optional.empty())
                .workflow();
        narrow.carryOut(task -> DONE);
        Workflow first = narrow.service()
                .start(WorkflowFixture.someone(), "first", List.of(step("a")), Optional.empty())
                .workflow();
        narrow.runner().round();
        Workflow full = narrow.service().find(user, waits.id());
        narrow.carryOut(task -> DONE);
        narrow.time().advance(WorkflowLimits.DEFAULT.every());
        narrow.runner().round();

        assertThat(statuses(full)).containsExactly(StepStatus.COMPLETED, StepStatus.PENDING, StepStatus.PENDING);
        assertThat(statuses(narrow.service().find(user, waits.id())))
                .containsExactly(StepStatus.COMPLETED, StepStatus.RUNNING, StepStatus.PENDING);
        assertThat(first.status()).isEqualTo(WorkflowStatus.RUNNING);
    }

    @Test
    void steps_are_not_named_as_what_references_use() {
        assertThat(violations(Refused.by(() -> start(step("input"), step("a"), step("trigger")))))
                .extracting(Violation::field)
                .containsExactly("steps[0].name", "steps[2].name");
    }

    @Test
    void without_a_capacity_any_number_of_steps_begins_at_once() {
        WorkflowFixture wide = new WorkflowFixture(WorkflowLimits.DEFAULT.withCapacity(0));

        Workflow started =
                wide.service().start(user, "one", stepsAtOnce(200), ONCE).workflow();

        assertThat(started.status()).isEqualTo(WorkflowStatus.RUNNING);
    }

    private static List<StepSpec> stepsAtOnce(int count) {
        return IntStream.rangeClosed(0, count)
                .mapToObj(i -> i == count ? step("last", "0") : step(Integer.toString(i)))
                .toList();
    }

    @Test
    void a_started_workflow_continues_with_a_full_queue() {
        WorkflowFixture narrow = new WorkflowFixture(WorkflowLimits.DEFAULT.withCapacity(1));
        Workflow started = narrow.service()
                .start(user, "one", List.of(step("a"), step("b", "a"), step("c", "a")), Optional.empty())
                .workflow();

        assertThat(narrow.carryOutAll(task -> DONE)).isEqualTo(3);
        assertThat(narrow.service().find(user, started.id()).status()).isEqualTo(WorkflowStatus.COMPLETED);
    }

    @Test
    void others_do_not_see_it_and_admins_do() {
        Workflow started = start(step("a"));
        Caller.User other = WorkflowFixture.someone(Role.USER);
        Caller.User admin = WorkflowFixture.someone(Role.USER, Role.ADMIN);

        assertThat(Refused.by(() -> service.find(other, started.id())))
                .isEqualTo(new CommonProblem.NotFound("workflow"));
        assertThat(Refused.by(() -> service.cancel(other, started.id())))
                .isEqualTo(new CommonProblem.NotFound("workflow"));
        assertThat(service.list(other, Optional.empty(), Optional.empty(), PageRequest.first())
                        .items())
                .isEmpty();
        assertThat(service.find(admin, started.id())).isEqualTo(started);
        assertThat(service.list(admin, Optional.of(admin.userId()), Optional.empty(), PageRequest.first())
                        .items())
                .isEmpty();
        assertThat(service.list(admin, Optional.of(user.userId()), Optional.empty(), PageRequest.first())
                        .items())
                .containsExactly(started);
        assertThat(Refused.by(
                        () -> service.list(other, Optional.of(user.userId()), Optional.empty(), PageRequest.first())))
                .isEqualTo(new CommonProblem.Forbidden("this needs the role admin"));
        assertThat(service.list(admin, Optional.empty(), Optional.of(WorkflowStatus.RUNNING), PageRequest.first())
                        .items())
                .containsExactly(started);
        assertThat(service.list(admin, Optional.empty(), Optional.of(WorkflowStatus.FAILED), PageRequest.first())
                        .items())
                .isEmpty();
    }

    @Test
    void a_second_cancellation_changes_nothing_and_an_ended_task_is_not_cancelled() {
        Workflow cancelled =
                service.cancel(user, start(step("a"), step("b", "a")).id());
        Workflow done = start(step("a"));
        fixture.carryOutAll(task -> DONE);

        assertThat(statuses(cancelled)).containsExactly(StepStatus.CANCELLED, StepStatus.CANCELLED);
        assertThat(service.cancel(user, cancelled.id())).isEqualTo(cancelled);
        assertThat(Refused.by(() -> service.cancel(user, done.id())))
                .isEqualTo(new CommonProblem.Conflict("the workflow has ended"));
        assertThat(service.find(user, done.id()).status()).isEqualTo(WorkflowStatus.COMPLETED);
    }

    @Test
    void a_step_that_had_completed_stays_so_when_the_rest_is_cancelled() {
        Workflow started = start(step("a"), step("b", "a"));
        fixture.carryOut(task -> DONE);

        Workflow cancelled = service.cancel(user, started.id());

        assertThat(statuses(cancelled)).containsExactly(StepStatus.COMPLETED, StepStatus.CANCELLED);
        assertThat(fixture.carryOutAll(task -> DONE)).isZero();
    }

    @Test
    void a_step_whose_task_was_cancelled_skips_its_dependents_and_the_others_continue() {
        Workflow started = start(step("a"), step("b", "a"), step("c"));
        fixture.tasks()
                .end(started.steps().getFirst().taskId().orElseThrow(), new TaskState.Cancelled(), Optional.empty());

        fixture.carryOutAll(task -> DONE);

        Workflow ended = service.find(user, started.id());
        assertThat(statuses(ended)).containsExactly(StepStatus.CANCELLED, StepStatus.SKIPPED, StepStatus.COMPLETED);
        assertThat(ended.status()).isEqualTo(WorkflowStatus.FAILED);
    }
}
