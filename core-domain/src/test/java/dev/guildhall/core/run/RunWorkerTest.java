package dev.guildhall.core.run;

import static dev.guildhall.core.run.RunFixture.ADA;
import static dev.guildhall.core.run.RunFixture.CANCELLED;
import static dev.guildhall.core.run.RunFixture.PASSED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.run.RunFixture.Waiting;
import dev.guildhall.core.task.TaskErrors;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.problem.ErrorKind;
import dev.guildhall.ports.run.Outcome;
import dev.guildhall.ports.run.RunError;
import dev.guildhall.ports.run.RunEvent;
import dev.guildhall.ports.run.RunId;
import dev.guildhall.ports.run.RunOptions;
import dev.guildhall.ports.run.RunRequest;
import dev.guildhall.ports.run.RunState;
import dev.guildhall.ports.run.Screenshot;
import dev.guildhall.ports.run.SuiteName;
import dev.guildhall.ports.run.TestCounts;
import dev.guildhall.ports.run.TestStatus;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskAgent;
import dev.guildhall.ports.task.TaskError;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.task.TaskWorkers;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.SampleRun;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Nodes execute runs, and end each with its task. */
class RunWorkerTest {
    @AutoClose
    private RunFixture fixture = new RunFixture();

    private static RunState failed(RunError.Code code) {
        return new RunState.Failed(new RunError(code, "why"));
    }

    private RunError.Code code(RunId id) {
        return ((RunState.Failed) fixture.state(id)).error().code();
    }

    private TaskError taskError(RunId id) {
        return ((TaskState.Failed) fixture.task(id).state()).error();
    }

    @Test
    void a_run_and_its_task_are_completed() {
        RunId id = fixture.carriedOut(RunFixture.ending(TestStatus.PASSED));

        assertThat(fixture.state(id)).isEqualTo(PASSED);
        assertThat(fixture.find(id).counts()).isEqualTo(new TestCounts(1, 1, 0, 0, 0));
        assertThat(((TaskState.Completed) fixture.task(id).state()).output())
                .containsEntry("runId", id.value())
                .containsEntry("outcome", "passed")
                .containsEntry("results", Map.of("total", 1, "passed", 1, "failed", 0, "skipped", 0, "duration", 0L));
    }

    @Test
    void the_outcome_is_that_of_the_tests() {
        assertThat(fixture.state(fixture.carriedOut(RunFixture.ending(TestStatus.FLAKY))))
                .isEqualTo(new RunState.Completed(Outcome.FLAKY));
        assertThat(fixture.state(fixture.carriedOut(RunFixture.ending(TestStatus.SKIPPED))))
                .isEqualTo(PASSED);
        RunId failed = fixture.carriedOut(RunFixture.ending(TestStatus.FAILED));
        assertThat(fixture.state(failed)).isEqualTo(new RunState.Completed(Outcome.FAILED));
        assertThat(((TaskState.Completed) fixture.task(failed).state()).output())
                .containsEntry(
                        "failures",
                        List.of(Map.of("test", "[chromium] a.spec.ts › one", "error", "expected 1, received 2")));
    }

    @Test
    void an_error_of_the_runner_fails_the_run_and_its_task() {
        RunId id = fixture.carriedOut(
                (assignment, events) -> Optional.of(new RunError(RunError.Code.CONTAINER_ERROR, "why")));

        assertThat(fixture.state(id)).isEqualTo(failed(RunError.Code.CONTAINER_ERROR));
        assertThat(taskError(id)).isEqualTo(new TaskError("CONTAINER_ERROR", "why", ErrorKind.INTERNAL));
    }

    @Test
    void a_runner_that_throws_fails_the_run() {
        RunId id = fixture.carriedOut((assignment, events) -> {
            throw new IllegalStateException("a bug");
        });

        assertThat(code(id)).isEqualTo(RunError.Code.RUNNER_CRASHED);
    }

    @Test
    void a_runner_that_ends_before_its_tests_has_no_verdict() {
        RunId id = fixture.carriedOut(
                RunFixture.reporting(SampleRun.planned("one", "two"), SampleRun.tested("one", TestStatus.PASSED)));

        assertThat(code(id)).isEqualTo(RunError.Code.RUNNER_CRASHED);
    }

    @Test
    void tests_that_are_not_begun_after_a_failure_are_no_crash_of_the_runner() {
        RunId id = fixture.carriedOut(
                RunFixture.reporting(SampleRun.planned("one", "two"), SampleRun.tested("one", TestStatus.FAILED)));

        assertThat(fixture.state(id)).isEqualTo(new RunState.Completed(Outcome.FAILED));
        assertThat(((TaskState.Completed) fixture.task(id).state()).output())
                .containsEntry("results", Map.of("total", 2, "passed", 0, "failed", 1, "skipped", 1, "duration", 0L));
    }

    @Test
    void a_run_without_tests_has_not_passed() {
        RunId id = fixture.carriedOut((assignment, events) -> Optional.empty());

        assertThat(code(id)).isEqualTo(RunError.Code.SUITE_INVALID);
    }

    @Test
    void no_more_runs_than_slots_are_executed_at_once() throws InterruptedException {
        List<Waiting> scripts =
                IntStream.range(0, 3).mapToObj(i -> new Waiting()).toList();
        List<RunId> ids =
                scripts.stream().map(fixture::suite).map(fixture::start).toList();
        fixture.node();
        scripts.get(0).awaitBegin();
        scripts.get(1).awaitBegin();

        assertThat(fixture.state(ids.get(2))).isEqualTo(new RunState.Queued());
        assertThat(fixture.task(ids.get(2)).state()).isInstanceOf(TaskState.Queued.class);

        scripts.get(0).goOn();
        scripts.get(2).awaitBegin();
        scripts.forEach(Waiting::goOn);
        assertThat(ids).allSatisfy(id -> assertThat(fixture.ended(id)).isEqualTo(PASSED));
    }

    @Test
    void a_suite_is_free_again_when_its_run_has_ended() {
        RunId first = fixture.carriedOut(RunFixture.ending(TestStatus.FAILED));

        RunId second = fixture.start(fixture.find(first).request().suite());

        assertThat(fixture.ended(second)).isEqualTo(new RunState.Completed(Outcome.FAILED));
    }

    @Test
    void cancelling_a_running_run_interrupts_its_runner() throws InterruptedException {
        Waiting script = new Waiting();
        RunId id = fixture.begun(script);

        fixture.runs.cancel(ADA, id);

        script.awaitInterrupt();
        assertThat(fixture.state(id)).isEqualTo(CANCELLED);
        assertThat(fixture.task(id).state()).isEqualTo(new TaskState.Cancelled());
        assertThat(fixture.events(id)).endsWith(new RunEvent.StatusChanged(new RunState.Cancelled()));
    }

    @Test
    void cancelling_the_task_of_a_running_run_cancels_the_run() throws InterruptedException {
        Waiting script = new Waiting();
        RunId id = fixture.begun(script);

        fixture.core.tasks().cancel(ADA, fixture.find(id).taskId());
        script.awaitInterrupt();
        fixture.maintenance.settle();

        assertThat(fixture.state(id)).isEqualTo(CANCELLED);
    }

    @Test
    void terminating_the_agent_of_a_running_run_cancels_the_run() throws InterruptedException {
        Waiting script = new Waiting();
        RunId id = fixture.begun(script);
        TaskAgent agent = fixture.core
                .taskAgents()
                .running(ADA, PageRequest.first())
                .items()
                .getFirst();

        fixture.core.taskAgents().terminate(ADA, agent.id());
        script.awaitInterrupt();
        fixture.maintenance.settle();

        assertThat(agent.taskId()).isEqualTo(fixture.find(id).taskId());
        assertThat(fixture.state(id)).isEqualTo(CANCELLED);
        assertThat(taskError(id)).isEqualTo(TaskErrors.AGENT_TERMINATED);
    }

    @Test
    void a_run_beyond_its_time_limit_fails() throws InterruptedException {
        Waiting script = new Waiting();
        RunOptions options = new RunOptions(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(Duration.ofSeconds(10)),
                Optional.empty(),
                List.of());
        RunRequest request =
                Sample.run().suite(fixture.suite(script)).options(options).request();
        RunId id = fixture.runs.start(ADA, request, Optional.empty()).run().id();
        fixture.node();
        script.awaitBegin();
        // The threads that wait: the heartbeat, and the time limit of the run.
        fixture.time.awaitWaiting(2);

        fixture.time.advance(Duration.ofSeconds(10));

        script.awaitInterrupt();
        assertThat(fixture.ended(id)).isInstanceOf(RunState.Failed.class);
        assertThat(code(id)).isEqualTo(RunError.Code.RUN_TIMEOUT);
        assertThat(taskError(id).kind().number()).isEqualTo(408);
        assertThat(fixture.find(id).counts()).isEqualTo(new TestCounts(1, 0, 0, 0, 1));
    }

    @Test
    void a_node_that_stops_fails_its_runs() throws InterruptedException {
        Waiting script = new Waiting();
        RunId id = fixture.start(fixture.suite(script));
        RunId waiting;
        Thread node = fixture.node();
        script.awaitBegin();

        node.interrupt();
        script.awaitInterrupt();
        node.join();
        waiting = fixture.start(fixture.suite(RunFixture.ending(TestStatus.PASSED)));

        assertThat(code(id)).isEqualTo(RunError.Code.RUN_INTERRUPTED);
        assertThat(taskError(id).code()).isEqualTo("RUN_INTERRUPTED");
        assertThat(fixture.state(waiting)).isEqualTo(new RunState.Queued());
    }

    @Test
    void the_next_node_fails_a_run_whose_node_failed() {
        RunId id = fixture.start(fixture.suite(RunFixture.ending(TestStatus.PASSED)));
        fixture.leasedByADyingNode();
        fixture.stores.runs().begin(id, Sample.NOW);
        fixture.recover();

        fixture.node();

        assertThat(fixture.ended(id)).isInstanceOf(RunState.Failed.class);
        assertThat(code(id)).isEqualTo(RunError.Code.RUN_INTERRUPTED);
        assertThat(fixture.events(id)).noneMatch(RunEvent.Planned.class::isInstance);
    }

    @Test
    void the_next_node_executes_a_run_whose_node_failed_before_it_began() {
        RunId id = fixture.start(fixture.suite(RunFixture.ending(TestStatus.PASSED)));
        fixture.leasedByADyingNode();
        fixture.recover();

        fixture.node();

        assertThat(fixture.ended(id)).isEqualTo(PASSED);
        assertThat(fixture.task(id).attempts()).isEqualTo(2);
    }

    @Test
    void a_runner_whose_lease_is_lost_is_interrupted_and_its_results_do_not_count() throws InterruptedException {
        Waiting script = new Waiting();
        RunId id = fixture.begun(script);
        Task task = fixture.task(id);

        fixture.stores.tasks().end(task.id(), new TaskState.Failed(TaskErrors.TIMEOUT), Optional.empty());
        script.awaitInterrupt();
        fixture.maintenance.settle();

        assertThat(code(id)).isEqualTo(RunError.Code.RUN_TIMEOUT);
    }

    @Test
    void a_suite_that_cannot_be_loaded_fails_the_run() {
        SuiteName suite = SampleRun.suiteName();
        fixture.suite(
                SampleRun.broken(SampleRun.suiteOf(suite), "a syntax error"), RunFixture.ending(TestStatus.PASSED));
        RunId id = fixture.start(suite);

        fixture.node();

        assertThat(fixture.ended(id))
                .isEqualTo(new RunState.Failed(new RunError(RunError.Code.SUITE_INVALID, "a syntax error")));
    }

    @Test
    void a_suite_that_accepts_new_baselines_makes_them_of_screenshots_without_one() {
        Screenshot passed = SampleRun.compared("a.png", Screenshot.Verdict.PASSED);
        Screenshot attached = SampleRun.compared("b.png", Screenshot.Verdict.ATTACHED);
        fixture.node();
        SuiteName suite = fixture.suite(
                SampleRun.accepting(SampleRun.suiteOf(SampleRun.suiteName())),
                RunFixture.reporting(
                        SampleRun.planned("one"),
                        new RunEvent.ScreenshotTaken(passed),
                        new RunEvent.ScreenshotTaken(attached),
                        SampleRun.tested("one", TestStatus.PASSED)));

        RunId id = fixture.start(suite);

        assertThat(fixture.ended(id)).isEqualTo(PASSED);
        assertThat(fixture.stores.baselines().current(suite)).singleElement().satisfies(baseline -> {
            assertThat(baseline.image()).isEqualTo(passed.image());
            assertThat(baseline.platform()).isEqualTo("linux");
            assertThat(baseline.run()).contains(id);
            assertThat(baseline.by()).isEqualTo(ADA.userId());
        });
    }

    @Test
    void leases_are_made_longer_while_runs_go_on() throws InterruptedException {
        Waiting script = new Waiting();
        RunId id = fixture.begun(script);
        for (int i = 0; i < 10; i++) {
            fixture.time.awaitWaiting(2);
            fixture.time.advance(Duration.ofSeconds(3));
        }
        fixture.time.awaitWaiting(2);

        assertThat(fixture.stores.tasks().recover(3, TaskErrors.WORKER_LOST, 100))
                .isEmpty();
        script.goOn();
        assertThat(fixture.ended(id)).isEqualTo(PASSED);
        assertThat(TaskWorkers.LEASE).isLessThan(Duration.ofSeconds(30));
    }
}
