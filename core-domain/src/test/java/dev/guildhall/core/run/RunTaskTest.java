package dev.guildhall.core.run;

import static dev.guildhall.core.run.RunFixture.ADA;
import static dev.guildhall.core.run.RunFixture.PASSED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Refused;
import dev.guildhall.core.task.RunInput;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Violation;
import dev.guildhall.ports.run.Run;
import dev.guildhall.ports.run.RunRequest;
import dev.guildhall.ports.run.SuiteName;
import dev.guildhall.ports.run.TestStatus;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskError;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskSpec;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.task.TaskType;
import dev.guildhall.testkit.SampleRun;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Runs that are submitted as tasks of type {@code test-run}. */
class RunTaskTest {
    @AutoClose
    private final RunFixture fixture = new RunFixture();

    private TaskId submit(Map<String, Object> input) {
        return fixture.core
                .tasks()
                .submit(ADA, TaskSpec.of(TaskType.TEST_RUN, input), Optional.empty())
                .task()
                .id();
    }

    private TaskId submit(SuiteName suite) {
        return submit(RunInput.of(RunFixture.request(suite)));
    }

    private Task ended(TaskId id) {
        RunFixture.await(() -> fixture.core.tasks().find(ADA, id).status().isFinal());
        return fixture.core.tasks().find(ADA, id);
    }

    private TaskError error(TaskId id) {
        return ((TaskState.Failed) ended(id).state()).error();
    }

    private List<Violation> violations(Map<String, Object> input) {
        return ((CommonProblem.Invalid) Refused.by(() -> submit(input))).violations();
    }

    @Test
    void a_submitted_task_is_executed_as_a_run() {
        SuiteName suite = fixture.suite(RunFixture.ending(TestStatus.PASSED));
        TaskId id = submit(suite);

        fixture.node();

        Task task = ended(id);
        Run run = fixture.stores.runs().findByTask(id).orElseThrow();
        assertThat(run.state()).isEqualTo(PASSED);
        assertThat(run.startedBy()).isEqualTo(ADA.userId());
        assertThat(run.request().options().runTimeout()).contains(Duration.ofMinutes(30));
        assertThat(((TaskState.Completed) task.state()).output())
                .containsEntry("runId", run.id().value())
                .containsEntry("suite", suite.value())
                .containsEntry("status", "completed")
                .containsEntry("outcome", "passed");
    }

    @Test
    void a_task_for_a_suite_with_an_active_run_fails() throws InterruptedException {
        RunFixture.Waiting script = new RunFixture.Waiting();
        SuiteName suite = fixture.suite(script);
        fixture.start(suite);
        TaskId id = submit(suite);
        fixture.node();
        script.awaitBegin();

        assertThat(error(id).code()).isEqualTo("RUN_IN_PROGRESS");
        assertThat(error(id).kind().number()).isEqualTo(409);
        assertThat(fixture.stores.runs().findByTask(id)).isEmpty();
    }

    @Test
    void a_task_for_a_suite_that_is_not_known_fails() {
        TaskId id = submit(SampleRun.suiteName());
        fixture.node();

        assertThat(error(id).code()).isEqualTo("SUITE_NOT_FOUND");
    }

    @Test
    void malformed_input_is_refused_with_the_name_of_its_field() {
        Map<String, Object> options = Map.of("retries", 11, "workers", 0, "timeout", 1);

        assertThat(violations(Map.of("target", "http://a")))
                .containsExactly(new Violation("input.suite", "is required"));
        assertThat(violations(Map.of("suite", "../etc", "target", "http://a")))
                .extracting(Violation::field)
                .containsExactly("input.suite");
        assertThat(violations(Map.of("suite", "a", "target", "file:///etc/passwd")))
                .extracting(Violation::field)
                .containsExactly("input.target");
        assertThat(violations(Map.of("suite", "a", "target", 7)))
                .containsExactly(new Violation("input.target", "must be a string"));
        assertThat(violations(Map.of("suite", "a", "target", "http://a", "browsers", List.of("lynx"))))
                .extracting(Violation::field)
                .containsExactly("input.browsers");
        assertThat(violations(Map.of("suite", "a", "target", "http://a", "options", options)))
                .extracting(Violation::field)
                .containsExactly("input.options.retries", "input.options.timeout", "input.options.workers");
        assertThat(violations(Map.of("suite", "a", "target", "http://a", "options", Map.of("retries", 1.5))))
                .containsExactly(new Violation("input.options.retries", "must be an integer"));
        assertThat(violations(Map.of("suite", "a", "target", "http://a", "options", Map.of("grep", 1))))
                .containsExactly(new Violation("input.options.grep", "must be a string"));
        assertThat(violations(Map.of("suite", "a", "target", "http://a", "options", List.of())))
                .containsExactly(new Violation("input.options", "must be an object"));
    }

    @Test
    void the_input_of_a_task_is_read_as_it_was_written() {
        RunRequest request = RunFixture.request(SampleRun.suiteName());

        assertThat(RunInput.read(RunInput.of(request))).isEqualTo(request);
    }

    @Test
    void workers_outside_cannot_poll_for_runs() {
        assertThat(Refused.by(() -> fixture.core.taskWorkers().poll(ADA, Set.of(TaskType.TEST_RUN), 1, Duration.ZERO)))
                .isInstanceOf(CommonProblem.Invalid.class);
    }
}
