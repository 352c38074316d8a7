package dev.guildhall.core.run;

import static dev.guildhall.core.run.RunFixture.ADA;
import static dev.guildhall.core.run.RunFixture.PASSED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.config.RunLimits;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.core.task.RunInput;
import dev.guildhall.core.task.TaskErrors;
import dev.guildhall.ports.run.RunEvent;
import dev.guildhall.ports.run.RunId;
import dev.guildhall.ports.run.RunState;
import dev.guildhall.ports.run.SuiteName;
import dev.guildhall.ports.run.TestStatus;
import dev.guildhall.ports.task.NewTask;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.task.TaskWorkers;
import dev.guildhall.testkit.ManualTicker;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.SampleRun;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The database is unreachable in the middle of a run: the result is correct all the same. */
class RunOutageTest {
    private static final Duration RETRY = Duration.ofMillis(500);
    /** The threads that wait: the heartbeat, the time limit of the run, and the next attempt. */
    private static final int WAITING = 3;

    private final ManualTicker time = new ManualTicker(Sample.NOW);
    private final FailingStores stores = new FailingStores(InMemoryStores.empty(time));
    private final RunFixture fixture = new RunFixture(RunLimits.DEFAULT, time, stores);
    private final RunFixture.Waiting script = new RunFixture.Waiting();

    @AfterEach
    void stop() throws InterruptedException {
        stores.away = false;
        fixture.close();
    }

    /** A run whose lease expires in an outage. */
    private RunId outlivesItsLease() throws InterruptedException {
        RunId id = fixture.begun(script);
        time.awaitWaiting(2);
        stores.away = true;
        time.advance(TaskWorkers.LEASE.plusSeconds(1));
        return id;
    }

    private void returnAfter(int tries, int waiting) throws InterruptedException {
        for (int i = 1; i < tries; i++) {
            time.awaitWaiting(waiting);
            time.advance(RETRY);
        }
        time.awaitWaiting(waiting);
        stores.away = false;
        time.advance(RETRY);
    }

    @Test
    void results_are_recorded_when_it_is_back() throws InterruptedException {
        RunId id = fixture.begun(script);

        stores.away = true;
        script.goOn();
        returnAfter(3, WAITING);

        assertThat(fixture.ended(id)).isEqualTo(PASSED);
        assertThat(fixture.events(id)).hasSize(5);
    }

    @Test
    void results_that_cannot_be_read_are_read_when_it_is_back() throws InterruptedException {
        RunId id = fixture.start(fixture.suite((assignment, events) -> {
            events.accept(SampleRun.planned("one"));
            events.accept(SampleRun.tested("one", TestStatus.PASSED));
            stores.away = true;
            return Optional.empty();
        }));
        fixture.node();

        returnAfter(2, WAITING);

        assertThat(fixture.ended(id)).isEqualTo(PASSED);
    }

    @Test
    void a_run_continues_when_the_response_to_its_begin_was_lost() throws InterruptedException {
        RunId id = fixture.start(fixture.suite(RunFixture.ending(TestStatus.PASSED)));
        stores.losing.add("begin");
        fixture.node();

        returnAfter(1, 2);

        assertThat(fixture.ended(id)).isEqualTo(PASSED);
    }

    @Test
    void an_event_whose_response_was_lost_is_stored_once() throws InterruptedException {
        RunId id = fixture.start(fixture.suite((assignment, events) -> {
            events.accept(SampleRun.planned("one"));
            stores.losing.add("inTransaction");
            events.accept(SampleRun.tested("one", TestStatus.PASSED));
            return Optional.empty();
        }));
        fixture.node();

        returnAfter(1, WAITING);

        assertThat(fixture.ended(id)).isEqualTo(PASSED);
        assertThat(fixture.events(id)).hasSize(5);
    }

    @Test
    void an_event_that_was_not_stored_is_repeated_although_the_one_before_was_equal() throws InterruptedException {
        RunEvent.Logged text = new RunEvent.Logged("a");
        RunId id = fixture.start(fixture.suite((assignment, events) -> {
            events.accept(SampleRun.planned("one"));
            events.accept(SampleRun.tested("one", TestStatus.PASSED));
            events.accept(text);
            stores.failing.add("inTransaction");
            events.accept(text);
            return Optional.empty();
        }));
        fixture.node();

        returnAfter(1, WAITING);

        assertThat(fixture.ended(id)).isEqualTo(PASSED);
        assertThat(fixture.events(id).stream().filter(text::equals)).hasSize(2);
    }

    @Test
    void an_end_whose_response_was_lost_is_kept() throws InterruptedException {
        RunId id = fixture.start(fixture.suite((assignment, events) -> {
            events.accept(SampleRun.planned("one"));
            events.accept(SampleRun.tested("one", TestStatus.PASSED));
            stores.losing.add("inTransaction");
            return Optional.empty();
        }));
        fixture.node();

        assertThat(fixture.ended(id)).isEqualTo(PASSED);
        stores.awaitLost("inTransaction");
        RunId next = fixture.start(fixture.suite(RunFixture.ending(TestStatus.PASSED)));
        assertThat(fixture.ended(next)).isEqualTo(PASSED);
        assertThat(fixture.state(id)).isEqualTo(PASSED);
    }

    @Test
    void the_run_of_a_submitted_task_is_made_when_it_is_back() throws InterruptedException {
        SuiteName suite = fixture.suite(RunFixture.ending(TestStatus.PASSED));
        NewTask task = Sample.task(ADA.userId())
                .type("test-run")
                .input(RunInput.of(RunFixture.request(suite)))
                .build();
        stores.tasks().enqueue(List.of(task), 0);
        stores.failing.add("add");
        fixture.node();

        returnAfter(1, 2);

        RunFixture.await(() -> stores.tasks().find(task.id()).orElseThrow().state() instanceof TaskState.Completed);
    }

    @Test
    void a_run_outlives_its_lease_while_no_node_recovers_it() throws InterruptedException {
        RunId id = outlivesItsLease();
        time.awaitWaiting(2);
        stores.away = false;
        time.advance(RETRY);
        time.awaitWaiting(2);

        assertThat(stores.tasks().recover(3, TaskErrors.WORKER_LOST, 100)).isEmpty();
        script.goOn();
        assertThat(fixture.ended(id)).isEqualTo(PASSED);
    }

    @Test
    void a_run_whose_tests_end_in_an_outage_longer_than_its_lease_completes() throws InterruptedException {
        RunId id = outlivesItsLease();
        script.goOn();
        time.awaitWaiting(WAITING);
        stores.away = false;
        time.advance(RETRY);

        assertThat(fixture.ended(id)).isEqualTo(PASSED);
    }

    @Test
    void a_run_that_outlives_its_lease_is_interrupted() throws InterruptedException {
        RunId id = outlivesItsLease();
        time.awaitWaiting(2);
        stores.away = false;
        stores.tasks().recover(3, TaskErrors.WORKER_LOST, 100);
        time.advance(RETRY);
        script.awaitInterrupt();
        fixture.maintenance.settle();

        assertThat(fixture.ended(id)).isEqualTo(new RunState.Failed(RunLifecycle.LOST));
    }

    @Test
    void a_runner_is_stopped_though_its_own_node_has_leased_the_task_again() throws InterruptedException {
        RunId id = fixture.begun(script);
        time.awaitWaiting(2);
        stores.failing.add("extend");
        fixture.recoverWhen(stores.failing::isEmpty);

        assertThat(fixture.ended(id)).isEqualTo(new RunState.Failed(RunLifecycle.LOST));
        script.awaitInterrupt();
    }
}
