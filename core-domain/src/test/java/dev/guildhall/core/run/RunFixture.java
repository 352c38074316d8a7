package dev.guildhall.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Core;
import dev.guildhall.core.Limits;
import dev.guildhall.core.config.RunLimits;
import dev.guildhall.core.inmemory.InMemoryBlobStore;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.core.task.TaskErrors;
import dev.guildhall.core.time.Threads;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.run.BlobStore;
import dev.guildhall.ports.run.NumberedEvent;
import dev.guildhall.ports.run.Outcome;
import dev.guildhall.ports.run.Run;
import dev.guildhall.ports.run.RunError;
import dev.guildhall.ports.run.RunEvent;
import dev.guildhall.ports.run.RunId;
import dev.guildhall.ports.run.RunRequest;
import dev.guildhall.ports.run.RunState;
import dev.guildhall.ports.run.Runs;
import dev.guildhall.ports.run.Suite;
import dev.guildhall.ports.run.SuiteName;
import dev.guildhall.ports.run.SuiteRunner;
import dev.guildhall.ports.run.TestStatus;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.LeaseId;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskType;
import dev.guildhall.ports.task.TaskWorkers;
import dev.guildhall.ports.task.WorkerScope;
import dev.guildhall.testkit.ManualTicker;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.SampleRun;
import dev.guildhall.testkit.ScriptedSuites;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Test runs with scripted suites and a manual clock, and as many nodes as a test starts. Not thread-safe. */
final class RunFixture implements AutoCloseable {
    static final Caller.User ADA = Sample.external("ada");
    static final RunState PASSED = new RunState.Completed(Outcome.PASSED);
    static final RunState CANCELLED = new RunState.Cancelled();
    private static final long PATIENCE = Duration.ofSeconds(20).toNanos();

    final ManualTicker time;
    final Stores stores;
    final ScriptedSuites suites = ScriptedSuites.empty();
    final BlobStore blobs;
    final RunParts parts;
    final Core core;
    final Runs runs;
    final RunMaintenance maintenance;
    private final List<Thread> nodes = new ArrayList<>();

    RunFixture() {
        this(RunLimits.DEFAULT);
    }

    RunFixture(RunLimits limits) {
        this(limits, new ManualTicker(Sample.NOW));
    }

    private RunFixture(RunLimits limits, ManualTicker time) {
        this(limits, time, InMemoryStores.empty(time));
    }

    /** A fixture with other stores; their clock is that of the fixture. */
    RunFixture(RunLimits limits, ManualTicker time, Stores stores) {
        this.time = time;
        this.stores = stores;
        blobs = new InMemoryBlobStore(time);
        parts = new RunParts(time, time, new Threads(), Sample::id, stores, blobs, suites, suites, 10, limits);
        core = Core.of(all -> all.clock(time)
                .ticker(time)
                .ids(Sample::id)
                .stores(stores)
                .suites(suites)
                .runner(suites)
                .blobs(blobs)
                .limits(Limits.DEFAULT.withRun(limits)));
        runs = core.runs();
        maintenance = new RunMaintenance(parts);
    }

    /** A script that runs one test and reports that result. */
    static ScriptedSuites.Script ending(TestStatus status) {
        return reporting(SampleRun.planned("one"), SampleRun.tested("one", status));
    }

    /** A script that reports these events. */
    static ScriptedSuites.Script reporting(RunEvent... events) {
        return (assignment, sink) -> {
            List.of(events).forEach(sink);
            return Optional.empty();
        };
    }

    /** A script that waits in the middle of its only test, which then passes. */
    static final class Waiting implements ScriptedSuites.Script {
        private final Semaphore begun = new Semaphore(0);
        private final Semaphore goOn = new Semaphore(0);
        private final Semaphore interrupted = new Semaphore(0);

        @Override
        public Optional<RunError> run(SuiteRunner.Assignment assignment, Consumer<RunEvent> events)
                throws InterruptedException {
            events.accept(SampleRun.planned("one"));
            begun.release();
            try {
                goOn.acquire();
            } catch (InterruptedException cancelled) {
                interrupted.release();
                throw cancelled;
            }
            events.accept(SampleRun.tested("one", TestStatus.PASSED));
            return Optional.empty();
        }

        void awaitBegin() throws InterruptedException {
            assertThat(begun.tryAcquire(PATIENCE, TimeUnit.NANOSECONDS)).isTrue();
        }

        void goOn() {
            goOn.release();
        }

        void awaitInterrupt() throws InterruptedException {
            assertThat(interrupted.tryAcquire(PATIENCE, TimeUnit.NANOSECONDS)).isTrue();
        }
    }

    SuiteName suite(ScriptedSuites.Script script) {
        return suite(SampleRun.suiteOf(SampleRun.suiteName()), script);
    }

    SuiteName suite(Suite suite, ScriptedSuites.Script script) {
        suites.with(suite, script);
        return suite.name();
    }

    /** A node that executes runs until it is interrupted. */
    Thread node() {
        Thread node = Thread.ofVirtual().start(new RunWorker(parts));
        nodes.add(node);
        return node;
    }

    static RunRequest request(SuiteName suite) {
        return Sample.run().suite(suite).request();
    }

    RunId start(SuiteName suite) {
        return runs.start(ADA, request(suite), Optional.empty()).run().id();
    }

    Run find(RunId id) {
        return runs.find(ADA, id).run();
    }

    RunState state(RunId id) {
        return find(id).state();
    }

    Task task(RunId id) {
        return stores.tasks().find(find(id).taskId()).orElseThrow();
    }

    static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE;
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            Thread.yield();
        }
    }

    RunState ended(RunId id) {
        await(() -> state(id).status().isFinal());
        return state(id);
    }

    /** A run of a new suite that waits in the middle of its only test. */
    RunId begun(Waiting script) throws InterruptedException {
        RunId id = start(suite(script));
        node();
        script.awaitBegin();
        return id;
    }

    /** A run of a new suite that was executed to its end. */
    RunId carriedOut(ScriptedSuites.Script script) {
        node();
        RunId id = start(suite(script));
        ended(id);
        return id;
    }

    List<RunEvent> events(RunId id) {
        return stores.runs().events(id, 0, 1_000).stream()
                .map(NumberedEvent::event)
                .toList();
    }

    /** A node leases the waiting task of a run, and fails before it does anything else. */
    Task leasedByADyingNode() {
        WorkerScope scope = new WorkerScope(Optional.empty(), Set.of(TaskType.TEST_RUN));
        return stores.tasks()
                .lease(scope, List.of(new LeaseId(Sample.id("lease"))), TaskWorkers.LEASE)
                .getFirst();
    }

    /** Lets leases expire, and returns their tasks to the queue. */
    List<TaskId> recover() {
        return recoverWhen(() -> true);
    }

    /** The same; the tasks are returned when something has happened after the leases expired. */
    List<TaskId> recoverWhen(BooleanSupplier happened) {
        time.advance(TaskWorkers.LEASE.plusSeconds(1));
        await(happened);
        return stores.tasks().recover(3, TaskErrors.WORKER_LOST, 100);
    }

    @Override
    public void close() {
        nodes.forEach(Thread::interrupt);
        try {
            for (Thread node : nodes) {
                // A run that waits to retry after an outage continues.
                while (!node.join(Duration.ofMillis(20))) {
                    time.advance(Duration.ofMillis(500));
                }
            }
        } catch (InterruptedException early) {
            Thread.currentThread().interrupt();
        }
    }
}
