package dev.guildhall.core.run;

import static dev.guildhall.core.run.RunFixture.ADA;
import static dev.guildhall.core.run.RunFixture.CANCELLED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Refused;
import dev.guildhall.core.task.TaskErrors;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.problem.RunProblem;
import dev.guildhall.ports.run.Baseline;
import dev.guildhall.ports.run.RunError;
import dev.guildhall.ports.run.RunEvent;
import dev.guildhall.ports.run.RunId;
import dev.guildhall.ports.run.RunState;
import dev.guildhall.ports.run.Screenshot;
import dev.guildhall.ports.run.Sha256;
import dev.guildhall.ports.run.SuiteName;
import dev.guildhall.ports.run.TestStatus;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.SampleRun;
import dev.guildhall.testkit.contract.Given;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Runs end with their tasks when no node ends them, and old runs are removed. */
class RunMaintenanceTest {
    @AutoClose
    private final RunFixture fixture = new RunFixture();

    private final SuiteName suite = fixture.suite(RunFixture.ending(TestStatus.PASSED));

    private RunState settled(RunId id) {
        fixture.maintenance.settle();
        return fixture.state(id);
    }

    private Sha256 put(String text) {
        return fixture.blobs
                .put(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), 100)
                .content();
    }

    @Test
    void a_run_with_a_waiting_task_does_not_change() {
        RunId id = fixture.start(suite);
        assertThat(settled(id)).isEqualTo(new RunState.Queued());

        fixture.leasedByADyingNode();
        assertThat(settled(id)).isEqualTo(new RunState.Queued());
        fixture.stores.runs().begin(id, Sample.NOW);
        assertThat(settled(id)).isEqualTo(new RunState.Running());
    }

    @Test
    void a_run_whose_node_failed_is_ended_as_interrupted_although_no_other_node_leases_it() {
        RunId id = fixture.start(suite);
        fixture.leasedByADyingNode();
        fixture.stores.runs().begin(id, Sample.NOW);
        assertThat(fixture.recover()).hasSize(1);

        assertThat(settled(id)).isEqualTo(new RunState.Failed(RunLifecycle.LOST));
        assertThat(fixture.task(id).state())
                .isInstanceOfSatisfying(
                        TaskState.Failed.class,
                        failed -> assertThat(failed.error().code()).isEqualTo("RUN_INTERRUPTED"));
    }

    @Test
    void a_run_whose_task_exceeded_its_ttl_fails() {
        RunId id = fixture.start(suite);
        fixture.time.advance(Duration.ofHours(25));
        fixture.stores.tasks().expire(TaskErrors.TIMEOUT, 100);

        assertThat(settled(id))
                .isInstanceOfSatisfying(
                        RunState.Failed.class,
                        failed -> assertThat(failed.error().code()).isEqualTo(RunError.Code.RUN_TIMEOUT));
    }

    @Test
    void a_run_whose_task_was_cancelled_while_it_waited_is_cancelled() {
        RunId id = fixture.start(suite);

        fixture.core.tasks().cancel(ADA, fixture.find(id).taskId());

        assertThat(settled(id)).isEqualTo(CANCELLED);
    }

    @Test
    void a_run_whose_account_was_erased_is_cancelled() {
        UserId user = Given.someUser(fixture.stores);
        Caller.User caller = new Caller.User(user, ADA.profileId(), ADA.sessionId(), ADA.roles());
        RunId id = fixture.runs
                .start(caller, RunFixture.request(suite), Optional.empty())
                .run()
                .id();

        fixture.stores.removeAccount(user);

        assertThat(settled(id)).isEqualTo(CANCELLED);
    }

    @Test
    void old_runs_and_unreferenced_content_are_removed() {
        Sha256 image = put("a picture");
        Sha256 baseline = put("a baseline");
        Sha256 unused = put("what a run that failed has left");
        Screenshot taken = SampleRun.different("a.png", image);
        Screenshot approved = SampleRun.different("b.png", baseline);
        RunId id = fixture.carriedOut(RunFixture.reporting(
                SampleRun.planned("one"),
                new RunEvent.ScreenshotTaken(taken),
                new RunEvent.ScreenshotTaken(approved),
                SampleRun.tested("one", TestStatus.FAILED)));
        SuiteName ofRun = fixture.find(id).request().suite();
        fixture.stores
                .baselines()
                .replace(
                        new Baseline(
                                ofRun,
                                "linux",
                                SampleRun.key("b.png"),
                                baseline,
                                Optional.empty(),
                                "",
                                Optional.of(id),
                                Sample.NOW,
                                ADA.userId()),
                        Optional.empty());

        fixture.time.advance(Duration.ofDays(29));
        fixture.maintenance.prune();
        assertThat(List.of(image, baseline))
                .allMatch(one -> fixture.blobs.find(one).isPresent());
        assertThat(fixture.blobs.find(unused)).isEmpty();

        fixture.time.advance(Duration.ofDays(2));
        fixture.maintenance.prune();
        assertThat(Refused.by(() -> fixture.find(id))).isEqualTo(new RunProblem.RunNotFound());
        assertThat(fixture.blobs.find(image)).isEmpty();
        assertThat(fixture.blobs.find(baseline)).isPresent();
    }
}
